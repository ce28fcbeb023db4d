import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { bankLines } from '#server/db/tables/orders.ts';
import { EVENT_CODE_LENGTH } from '#server/domain/events/event-code.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { BankLineProblem } from '#shared/rules/bank-lines.ts';
import { creditorReference } from '#shared/rules/bank-transfer.ts';
import { markOrderPaid } from '../commands/mark-order-paid.ts';
import { ORDER_CODE_LENGTH } from '../order-code.ts';
import { type BankLineRow, type LineScope, ofLine, readLineOrders } from './bank-lines.ts';

const codesLength = EVENT_CODE_LENGTH + ORDER_CODE_LENGTH;

/** The codes of an event and an order. */
interface Codes {
	eventCode: string;
	orderCode: string;
}

/** Of one transfer; nobody writes more. */
const mostCodes = 50;

/**
 * The codes of events and orders in what a payer wrote: references with right check digits in any of the texts or across them, or a text that
 * is a reference without `RF` and check digits. Banks put blanks into them, so blanks do not count.
 */
export function codesIn(texts: readonly string[]): Codes[] {
	const plain = [...texts, texts.join(' ')].map((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
	const found = plain
		.flatMap((text) =>
			[...text.matchAll(/RF(?=\d\d)/g)].map(({ index }) => text.slice(index, index + 4 + codesLength)),
		)
		.filter((reference) => reference === creditorReference(reference.slice(4)))
		.map((reference) => reference.slice(4));
	const bare = plain.filter((text) => text.length === codesLength);
	return [...new Set([...found, ...bare])].slice(0, mostCodes).map((codes) => ({
		eventCode: codes.slice(0, EVENT_CODE_LENGTH),
		orderCode: codes.slice(EVENT_CODE_LENGTH),
	}));
}

/** The orders named in the texts of a transfer: one, none, or how many. */
export interface NamedOrders {
	eventId: string | null;
	orderId: string | null;
	ordersNamed: number;
}

/** The orders of an organisation that transfers name, in the order of the transfers. */
export async function findNamedOrders(
	db: DbOrTx,
	organisationId: string,
	transfers: readonly (readonly string[])[],
): Promise<NamedOrders[]> {
	const codes = transfers.map(codesIn);
	const all = [...new Map(codes.flat().map((one) => [one.eventCode + one.orderCode, one])).values()];
	const { rows } =
		all.length === 0
			? { rows: [] }
			: await db.execute<{ event_id: string; id: string; codes: string }>(sql`
		SELECT DISTINCT o.event_id, o.id, c."eventCode" || c."orderCode" AS codes
		FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS c ("eventCode" text, "orderCode" text)
		JOIN names n ON n.kind = 'event' AND n.name = c."eventCode" AND n.organisation_id = ${organisationId}
		JOIN events e ON e.organisation_id = ${organisationId} AND e.code = c."eventCode"
		JOIN orders o ON o.organisation_id = e.organisation_id AND o.event_id = e.id AND o.code = c."orderCode"
		WHERE o.total_minor > 0`);
	const orders = new Map(rows.map((row) => [row.codes, row]));
	return codes.map((ofTransfer) => {
		const named = ofTransfer.flatMap(({ eventCode, orderCode }) => orders.get(eventCode + orderCode) ?? []);
		const [only] = named.length === 1 ? named : [];
		return { eventId: only?.event_id ?? null, orderId: only?.id ?? null, ordersNamed: named.length };
	});
}

const refusals: Record<BankLineProblem, ReturnType<typeof message>> = {
	'no-order': message`No order has this reference.`,
	'several-orders': message`The transfer names several orders. Match it with one of them.`,
	'maybe-same': message`This transfer may be one that was imported before.`,
	'too-little': message`The transfers for this order are less than it costs. Match them once the rest has arrived.`,
	'too-much': message`The transfers for this order are more than it costs.`,
	'paid-already': message`This order is already confirmed. Refund it, then dismiss the line.`,
	'order-cancelled': message`This order was cancelled. Refund it, then dismiss the line.`,
	'order-awaits-approval': message`This order awaits approval. Approve it first.`,
	'other-currency': message`The transfer is in another currency than the order.`,
	'payment-in-progress': message`A card payment for this order is in progress.`,
};

/**
 * Pays an order with a line that refers to it and the other lines that wait for it: one payment of their sum. Safe to call concurrently:
 * a line pays once.
 * @param accepts problems that a member chose to accept
 * @returns the remaining problem; null if paid
 */
export async function payByLines(
	services: Services,
	scope: LineScope,
	how: { userId: string; accepts?: BankLineProblem },
): Promise<BankLineProblem | null> {
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction(async (tx) => {
			const [line] = await tx
				.select()
				.from(bankLines)
				.where(ofLine({ organisationId: scope.organisationId, id: scope.lineId }))
				.for('update');
			if (!line) throw notFound('Line');
			if (line.state !== 'new')
				throw ruleViolation('line-settled', message`This line was already matched or dismissed.`);
			if (line.maybeSameAs !== null) return 'maybe-same';
			if (line.orderId === null || line.eventId === null) return 'no-order';
			const waits = and(
				eq(bankLines.organisationId, line.organisationId),
				eq(bankLines.orderId, line.orderId),
				eq(bankLines.state, 'new'),
				isNull(bankLines.maybeSameAs),
			);
			const lines = await tx.select().from(bankLines).where(waits).orderBy(bankLines.id).for('update');
			const order = (await readLineOrders(tx, line.organisationId, [line])).get(line.orderId);
			const problem = order ? order.problem : 'no-order';
			if (!order || (problem !== null && problem !== how.accepts)) return problem;
			const { organisationId, eventId, orderId } = line;
			const paymentId = await markOrderPaid(
				inUnit,
				{ organisationId, eventId, orderId },
				{
					method: 'transfer',
					note: noteOf(lines),
					userId: how.userId,
					amountMinor: order.waitingMinor,
					receivedOn: lines
						.map(({ bookedOn }) => bookedOn)
						.sort()
						.at(-1),
				},
			);
			await tx
				.update(bankLines)
				.set({ state: 'matched', paymentId, updatedAt: sql`now()` })
				.where(
					and(
						eq(bankLines.organisationId, organisationId),
						inArray(
							bankLines.id,
							lines.map(({ id }) => id),
						),
					),
				);
			return null;
		});
	});
}

const noteOf = (lines: readonly BankLineRow[]): string =>
	lines
		.map(({ bookedOn, payer }) => [bookedOn, payer].filter(Boolean).join(' '))
		.join(', ')
		.slice(0, 500);

/** Matches a line with an order manually. @throws not-found; `line-settled`, and each problem as a rule */
export async function matchBankLine(
	services: Services,
	scope: LineScope,
	how: { userId: string; reference: string },
): Promise<void> {
	const [named] = await findNamedOrders(services.database.db, scope.organisationId, [[how.reference]]);
	if (!named?.orderId) throw ruleViolation('no-order', refusals['no-order']);
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.db
			.update(bankLines)
			.set({ ...named, maybeSameAs: null, updatedAt: sql`now()` })
			.where(
				and(ofLine({ organisationId: scope.organisationId, id: scope.lineId }), eq(bankLines.state, 'new')),
			);
		const problem = await payByLines(inUnit, scope, { userId: how.userId, accepts: 'too-much' });
		if (problem) throw ruleViolation(problem, refusals[problem]);
	});
}

/**
 * Puts a line aside that pays no order, or takes that back. Again, it changes nothing.
 * @throws not-found; `line-settled`: it has paid an order
 */
export async function setAside(services: Services, scope: LineScope, isAside: boolean): Promise<void> {
	const ofScope = ofLine({ organisationId: scope.organisationId, id: scope.lineId });
	const [changed] = await services.database.db
		.update(bankLines)
		.set({ state: isAside ? 'ignored' : 'new', updatedAt: sql`now()` })
		.where(and(ofScope, inArray(bankLines.state, ['new', 'ignored'])))
		.returning({ id: bankLines.id });
	if (changed) return;
	const found = await services.database.db.$count(bankLines, ofScope);
	throw found === 0
		? notFound('Line')
		: ruleViolation('line-settled', message`This line was already matched or dismissed.`);
}

/** The lines of the file of a line that may be the same as lines of other files. @throws not-found */
async function alikeOf(services: Services, { organisationId, lineId }: LineScope) {
	const [line] = await services.database.db
		.select({ fileHash: bankLines.fileHash })
		.from(bankLines)
		.where(ofLine({ organisationId, id: lineId }));
	if (!line) throw notFound('Line');
	return and(
		eq(bankLines.organisationId, organisationId),
		line.fileHash ? eq(bankLines.fileHash, line.fileHash) : eq(bankLines.id, lineId),
		isNotNull(bankLines.maybeSameAs),
	);
}

/**
 * Puts all lines of a file aside that may be the same as lines of other files: two statements that overlap have many.
 * @returns how many, and the moment by which `putAlikeBack` finds them
 * @throws not-found
 */
export async function putAlikeAside(services: Services, scope: LineScope) {
	// To the millisecond, which is what an answer can say.
	const at = services.clock.now();
	const changed = await services.database.db
		.update(bankLines)
		.set({ state: 'ignored', updatedAt: at })
		.where(and(await alikeOf(services, scope), eq(bankLines.state, 'new')))
		.returning({ id: bankLines.id });
	return { lines: changed.length, at: at.toISOString() };
}

/** Takes `putAlikeAside` back for the lines that were not changed since. @throws not-found */
export async function putAlikeBack(services: Services, scope: LineScope, at: string) {
	const changed = await services.database.db
		.update(bankLines)
		.set({ state: 'new', updatedAt: sql`now()` })
		.where(
			and(
				await alikeOf(services, scope),
				eq(bankLines.state, 'ignored'),
				eq(bankLines.updatedAt, new Date(at)),
			),
		)
		.returning({ id: bankLines.id });
	return { lines: changed.length };
}

/**
 * Marks a line as not a duplicate. It pays its order if the amount is exact.
 * @throws not-found; `line-settled`: it was already matched or dismissed
 */
export async function separateLine(
	services: Services,
	scope: LineScope,
	how: { userId: string },
): Promise<void> {
	const ofScope = ofLine({ organisationId: scope.organisationId, id: scope.lineId });
	const [changed] = await services.database.db
		.update(bankLines)
		.set({ maybeSameAs: null, updatedAt: sql`now()` })
		.where(and(ofScope, eq(bankLines.state, 'new')))
		.returning({ id: bankLines.id });
	if (changed) {
		await matchNewLines(services, scope.organisationId, { ...how, lineIds: [scope.lineId] });
		return;
	}
	const found = await services.database.db.$count(bankLines, ofScope);
	throw found === 0
		? notFound('Line')
		: ruleViolation('line-settled', message`This line was already matched or dismissed.`);
}

/**
 * Matches new lines that pay an order exactly. The others keep the reason why they don’t match.
 * @returns how many were matched
 */
export async function matchNewLines(
	services: Services,
	organisationId: string,
	how: { userId: string; lineIds: readonly string[] },
): Promise<void> {
	for (const lineId of how.lineIds) {
		try {
			await payByLines(services, { organisationId, lineId }, { userId: how.userId });
		} catch (error) {
			// Matched with a line before it, or refused by the order: it waits for a person.
			if (!(error instanceof AppError) || error.status >= 500) throw error;
		}
	}
}
