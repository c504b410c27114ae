// Positions in play by variant: the pictures of the games in the choice of a new game.

export const EXAMPLE_POSITIONS: Record<string, string> = {
  "zola-6": "br2br/1rb2b/1b3b/2rb2/br1brr/r1r1rb r -",
  zvp: "8/4B1b1/8/w1b1b1b1/1w6/8/1w1w1W1b/2w5 w 0",
  zoka: ".....bZb3b5/......bZ./.......bZ/....bZ.../....a2.../aZ......./.aZ...b6../a6a4aZ..... 1 - Z1/Z1 Z3/2 Z/Z 4:5 -/- 0:0:-",
};
