"""Java and Kotlin sources: what a linter of configuration needs of them, in one shape for both languages."""
