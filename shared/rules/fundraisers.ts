/** A fundraiser is prepared, takes donations, and is closed; a closed one can be opened again. */
export const fundraiserStates = ['draft', 'live', 'closed'] as const;

/** What the donor wall shows: names with amounts, names alone, or no wall. */
export const donorWalls = ['public', 'amounts_hidden', 'off'] as const;
export type DonorWall = (typeof donorWalls)[number];

/** Whether supporters may make pages of their own: not at all, shown at once, or shown once the organiser approves them. */
export const supporterModes = ['off', 'open', 'reviewed'] as const;

/** What a supporter makes: a page of their own, or a team that pages belong to. */
export const supporterPageKinds = ['page', 'team'] as const;
export type SupporterPageKind = (typeof supporterPageKinds)[number];

/** Waits for the organiser, is public, hidden by the organiser, or removed by its owner. */
export const supporterPageStates = ['waiting', 'shown', 'hidden', 'removed'] as const;

/** Why a visitor reports a page. */
export const reportReasons = ['fraud', 'impersonation', 'offensive', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
/** Most reports of a page that are counted until a member decides about it. */
export const MAX_PAGE_REPORTS = 50;

/** What a leaderboard is ordered by: what was raised, or the number of donations. */
export const leaderboardOrders = ['raised', 'donations'] as const;
export type LeaderboardOrder = (typeof leaderboardOrders)[number];

/** Most pages and teams of a fundraiser. */
export const MAX_SUPPORTER_PAGES = 10_000;
/** Most of them of one email address. */
export const MAX_PAGES_OF_ADDRESS = 5;
/** Most that are made in an hour from one network, and in all. */
export const MAX_PAGES_OF_NETWORK = 30;
export const MAX_PAGES_AN_HOUR = 500;

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
