import type {
	Donation,
	DonationMatch,
	Fundraiser,
	FundraiserUpdate,
	WallEntry,
} from '#shared/contracts/fundraisers.ts';
import type { DonorWall } from '#shared/rules/fundraisers.ts';
import { descriptionHtml } from '../events/description-html.ts';
import type { DonationRow, FundraiserRow, MatchRow, UpdateRow } from './rows.ts';

const honourOf = ({ dedicationKind, dedicationName }: DonationRow) =>
	dedicationKind === null ? null : { kind: dedicationKind, name: dedicationName };

export async function presentUpdate({ id, title, body, createdAt }: UpdateRow): Promise<FundraiserUpdate> {
	return { id, title, body, bodyHtml: await descriptionHtml(body), createdAt: createdAt.toISOString() };
}

/** Data of a fundraiser’s page beyond its own row. */
export interface FundraiserParts {
	latest: WallEntry[];
	topPages: Fundraiser['topPages'];
	topTeams: Fundraiser['topTeams'];
	updates: readonly UpdateRow[];
	updateCount: number;
	/** Sponsors whose cap is not used up and whose end has not come. */
	openMatches: readonly MatchRow[];
	/** The organiser takes monthly gifts. */
	monthly: boolean;
	takesCards: boolean;
	giftAidCharity: string | null;
}

/** A sponsor as the organiser sees them. */
export function presentMatch(row: MatchRow, now: Date): DonationMatch {
	const { id, sponsor, currency, ratioBasisPoints, capMinor, usedMinor, receivedMinor, startsAt, endsAt } =
		row;
	return {
		...{ id, sponsor, currency, ratioBasisPoints, capMinor, usedMinor, receivedMinor },
		startsAt: startsAt.toISOString(),
		endsAt: endsAt?.toISOString() ?? null,
		isOpen: isOpenMatch(row, now),
	};
}

/** Whether donations are matched by a sponsor. */
export const isOpenMatch = ({ usedMinor, capMinor, endsAt }: MatchRow, now: Date): boolean =>
	usedMinor < capMinor && (endsAt === null || endsAt > now);

export async function presentFundraiser(row: FundraiserRow, parts: FundraiserParts): Promise<Fundraiser> {
	return {
		eventId: row.eventId,
		state: row.state,
		goalMinor: row.goalMinor,
		currency: row.currency,
		story: row.story,
		storyHtml: row.story === '' ? '' : await descriptionHtml(row.story),
		presetsMinor: row.presetsMinor,
		presetTexts: row.presetsMinor.map((_, index) => row.presetTexts[index] ?? ''),
		wall: row.wall,
		monthly: parts.monthly,
		takesMonthly: parts.monthly && parts.takesCards,
		giftAidCharity: parts.giftAidCharity,
		supporters: row.supporters,
		topPages: parts.topPages,
		topTeams: parts.topTeams,
		pages: [...parts.topPages.data, ...parts.topTeams.data],
		raisedMinor: row.raisedMinor,
		offlineMinor: row.offlineMinor,
		matchedMinor: row.matchedMinor,
		matchReceivedMinor: row.matchReceivedMinor,
		matches: parts.openMatches.map(({ sponsor, ratioBasisPoints, capMinor, usedMinor, endsAt }) => ({
			sponsor,
			ratioBasisPoints,
			leftMinor: capMinor - usedMinor,
			endsAt: endsAt?.toISOString() ?? null,
		})),
		donors: row.donors,
		latest: parts.latest,
		updates: await Promise.all(parts.updates.map(presentUpdate)),
		updateCount: parts.updateCount,
		version: row.version,
	};
}

/** A donation as everybody may see it. */
export function presentWallEntry(row: DonationRow, wall: DonorWall): WallEntry {
	return {
		id: row.id,
		name: row.isAnonymous ? null : row.donorName,
		amountMinor: wall === 'public' ? row.amountMinor - row.refundedMinor : null,
		message: row.isMessageHidden ? '' : row.message,
		honour: row.isMessageHidden ? null : honourOf(row),
		createdAt: row.createdAt.toISOString(),
	};
}

/** @param names of pages and teams of supporters, by id */
export function presentDonation(row: DonationRow, names: ReadonlyMap<string, string>): Donation {
	const named = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
	return {
		id: row.id,
		source: row.source,
		orderId: row.orderId,
		way: row.way,
		currency: row.currency,
		amountMinor: row.amountMinor,
		coverMinor: row.coverMinor,
		refundedMinor: row.refundedMinor,
		donorName: row.donorName,
		donorEmail: row.donorEmail,
		isAnonymous: row.isAnonymous,
		message: row.message,
		isMessageHidden: row.isMessageHidden,
		honour: honourOf(row),
		page: named(row.pageId),
		team: named(row.teamId),
		note: row.note,
		receivedOn: row.receivedOn,
		createdAt: row.createdAt.toISOString(),
	};
}
