"""Java and Kotlin sources: annotations, configuration by code, and calls that are asynchronous."""
