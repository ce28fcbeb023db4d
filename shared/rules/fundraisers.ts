/** A fundraiser is prepared, takes donations, and is closed; a closed one can be opened again. */
export const fundraiserStates = ['draft', 'live', 'closed'] as const;

/** What the donor wall shows: names with amounts, names alone, or no wall. */
export const donorWalls = ['public', 'amounts_hidden', 'off'] as const;
export type DonorWall = (typeof donorWalls)[number];

/** How a donation came: with an order, or noted by the organiser. */
export const donationSources = ['online', 'offline'] as const;
/** How an offline donation was paid. */
export const offlineWays = ['cash', 'transfer'] as const;

/** Months that a monthly gift can be paused for at a time. */
export const MAX_PAUSE_MONTHS = 6;

/** Most amounts that a form proposes. */
export const MAX_PRESETS = 6;
/** Longest text beside one of them. */
export const MAX_PRESET_TEXT = 80;

/** Most sponsors who match the donations of a fundraiser. */
export const MAX_MATCHES = 20;
/** Of what is given, in basis points: 10,000 doubles it. */
export const MAX_MATCH_RATIO = 100_000;

/** Most updates that the organiser may post. */
export const MAX_UPDATES = 100;
