"""The parts of the HTML report: one file without anything from elsewhere, whole without its script."""
