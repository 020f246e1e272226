"""The structure of dependency trees and treebanks."""
