"""What several test modules share: slow twins, strategies, toy treebanks, a running playground."""
