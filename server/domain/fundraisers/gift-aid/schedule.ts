import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { byteStream, download } from '#server/http/export/files.ts';
import { takeExportPlace, watched } from '#server/http/export/one-at-a-time.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import { spell } from '#server/platform/text/transliterate.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { moneyToText } from '#shared/lib/money-text.ts';
import {
	type DonorAddress,
	type EarlierAddress,
	GIFT_AID_CURRENCY,
	giftAidTax,
	MOST_LETTERS,
	SCHEDULE_ROWS,
	scheduleTitle,
} from '#shared/rules/gift-aid.ts';
import { getClaim } from './claim-rows.ts';
import { SHEET_TYPE, scheduleSheet } from './schedule-sheet.ts';

/** The columns of HMRC’s schedule after its item number. */
const header = [
	'Item',
	'Title',
	'First name',
	'Last name',
	'House name or number',
	'Postcode',
	'Aggregated donations',
	'Sponsored event',
	'Donation date',
	'Amount',
];

/** Gifts of up to this may share a row, of up to that in all. */
const smallGiftMinor = 3_000;
const mostOfRowMinor = 100_000;

interface ClaimedGift {
	eventId: string;
	event: string;
	isTicket: boolean;
	givenOn: string;
	amountMinor: number;
	title: string;
	firstName: string;
	lastName: string;
	house: string;
	postcode: string;
}

const nobody: DonorAddress = { title: '', firstName: '', lastName: '', house: '', postcode: '' };

/** The name and address that a declaration had when it was claimed with. Empty once its retention period is over. */
const addressAt = (
	at: Date,
	now: DonorAddress | null,
	earlier: readonly EarlierAddress[] | null,
): DonorAddress => earlier?.find(({ until }) => new Date(until) > at) ?? now ?? nobody;

/** The gifts of a claim, the oldest first. */
async function listClaimed(
	db: DbOrTx,
	{ organisationId, claimId }: { organisationId: string; claimId: string },
): Promise<ClaimedGift[]> {
	const { rows } = await db.execute<{
		event_id: string;
		event: string;
		is_ticket: boolean;
		given_on: string;
		minor: string;
		donor: DonorAddress | null;
		earlier: EarlierAddress[] | null;
		claimed_at: string;
	}>(sql`
		SELECT d.event_id, e.title AS event, d.ticket_type_id IS NOT NULL AS is_ticket, r.given_on::text AS given_on,
			r.amount_minor AS minor, c.created_at AS claimed_at, x.earlier,
			CASE WHEN x.id IS NOT NULL THEN jsonb_build_object('title', x.title, 'firstName', x.first_name, 'lastName', x.last_name,
				'house', x.house, 'postcode', x.postcode) END AS donor
		FROM gift_aid_rows r
		JOIN gift_aid_claims c ON c.organisation_id = r.organisation_id AND c.id = r.claim_id
		JOIN donations d ON d.organisation_id = r.organisation_id AND d.id = r.donation_id
		JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
		-- Gone once its retention period is over.
		LEFT JOIN gift_aid_declarations x ON x.organisation_id = r.organisation_id AND x.id = r.declaration_id
		WHERE r.organisation_id = ${organisationId} AND r.claim_id = ${claimId} AND r.amount_minor > 0
		ORDER BY r.given_on, r.donation_id`);
	return rows.map((row) => ({
		eventId: row.event_id,
		event: row.event,
		isTicket: row.is_ticket,
		givenOn: row.given_on,
		amountMinor: Number(row.minor),
		...addressAt(new Date(row.claimed_at), row.donor, row.earlier),
	}));
}

const isLatin1 = (letters: string) => /^[ -~\u00a0-\u00ff]+$/.test(letters);

/**
 * A text as HMRC’s validator takes it: it refuses letters outside Latin-1, so these lose their marks, or are written in Latin ones.
 * @param most characters
 */
const scheduleText = (text: string, most: number): string => spell(text, isLatin1).slice(0, most).trim();

const day = (date: string) => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(2, 4)}`;

/**
 * Small gifts that share a row: several to an event in a month, so that none crosses the end of the charity’s year, and never what was
 * paid for admission.
 */
function together(gifts: readonly ClaimedGift[]): ClaimedGift[][] {
	const rows = new Map<string, ClaimedGift[][]>();
	for (const gift of gifts) {
		const key = `${gift.eventId} ${gift.givenOn.slice(0, 7)}`;
		const group = rows.get(key) ?? [];
		const last = group.at(-1);
		const sum = (last ?? []).reduce((total, { amountMinor }) => total + amountMinor, 0);
		if (last && sum + gift.amountMinor <= mostOfRowMinor) last.push(gift);
		else group.push([gift]);
		rows.set(key, group);
	}
	return [...rows.values()].flat();
}

/**
 * The rows of a schedule without their numbers. Each donor of a row of their own is named, so none is marked as a sponsored event: that
 * marks rows of a participant who collected from others, whose home address is not known here.
 */
export function scheduleRows(gifts: readonly ClaimedGift[]): string[][] {
	const isSmall = ({ amountMinor, isTicket }: ClaimedGift) => amountMinor <= smallGiftMinor && !isTicket;
	const groups = [
		...gifts.filter((gift) => !isSmall(gift)).map((gift) => [gift]),
		...together(gifts.filter(isSmall)),
	];
	return groups.map((group) => {
		const last = group.at(-1) as ClaimedGift;
		const amount = moneyToText(
			group.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
			GIFT_AID_CURRENCY,
		);
		const named =
			group.length === 1
				? [
						scheduleTitle(last.title),
						scheduleText(last.firstName, MOST_LETTERS.firstName),
						// HMRC wants a space in double-barrelled names.
						scheduleText(last.lastName.replaceAll('-', ' '), MOST_LETTERS.lastName),
						scheduleText(last.house, MOST_LETTERS.house),
						last.postcode,
						'',
					]
				: ['', '', '', '', '', scheduleText(`Donors ${last.event}`, 35)];
		return [...named, '', day(last.givenOn), amount];
	});
}

/** How many rows the schedule of a claim has. */
export const countRows = async (db: DbOrTx, claim: { organisationId: string; claimId: string }) =>
	scheduleRows(await listClaimed(db, claim)).length;

/**
 * A part of the schedule of a claim: as CSV, whose rows go into HMRC’s own spreadsheet, or as a spreadsheet in its layout. Tax to be given
 * back is in the first part.
 * @throws not-found
 */
export async function scheduleFile(
	services: Services,
	claim: { organisationId: string; claimId: string },
	{ part, format }: { part: number; format: 'csv' | 'ods' },
): Promise<Response> {
	const { db } = services.database;
	const { isTest, createdAt, returnedMinor } = await getClaim(db, claim);
	const gifts = await listClaimed(db, claim);
	const rows = scheduleRows(gifts).slice((part - 1) * SCHEDULE_ROWS, part * SCHEDULE_ROWS);
	if (rows.length === 0) throw notFound('Part');
	const name = `${isTest ? 'test ' : ''}gift aid ${createdAt.toISOString().slice(0, 10)} part ${part}`;
	if (format === 'ods') {
		const done = takeExportPlace(services, claim.organisationId);
		const overclaimedMinor = part === 1 ? giftAidTax(returnedMinor) : 0;
		const sheet = scheduleSheet(header, rows, { earliest: day(gifts[0]?.givenOn ?? ''), overclaimedMinor });
		return download(watched(byteStream(sheet), done), `${name}.ods`, SHEET_TYPE);
	}
	return tableFile(services, claim.organisationId, {
		name,
		header,
		pages: (async function* () {
			yield rows.map((row, index) => [String(index + 1), ...row]);
		})(),
		format: 'csv',
	});
}
