"""What a map adds to Magic, one room per question: mana, movement, combat, reach, terrain,
strongholds, arrival, victory.
"""
