"""Formats only: text to positioned trees and back to edits. Knows no system."""
