import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { arrayRows, bindStatement, jsonObject, plainArray, textArray } from '#server/db/statement.ts';
import type { Services } from '#server/services.ts';
import { codeKey } from '#shared/rules/code-key.ts';
import type { CodeTerms } from '#shared/rules/pricing/codes.ts';

interface Scope {
	organisationId: string;
	eventId: string;
}

/** A code as a sale reads it. */
export interface OfferedCode extends CodeTerms {
	id: string;
	/** As the organiser wrote it. */
	code: string;
	key: string;
	minQuantity: number;
	maxQuantity: number | null;
	/** Milliseconds since the epoch; `endsAtMs` is the first at which it no longer holds. */
	startsAtMs: number | null;
	endsAtMs: number | null;
	uses: number | null;
	used: number;
	usesPerBuyer: number | null;
	budgetMinor: number | null;
	savedMinor: number;
}

const offered: Record<keyof OfferedCode, string> = {
	id: 'c.id',
	code: 'c.code',
	key: 'c.key',
	kind: 'c.kind',
	basisPoints: 'c.basis_points',
	amountMinor: 'c.amount_minor',
	ticketTypeIds: 'c.ticket_type_ids',
	minQuantity: 'c.min_quantity',
	maxQuantity: 'c.max_quantity',
	startsAtMs: '(extract(epoch FROM c.starts_at) * 1000)::bigint',
	endsAtMs: '(extract(epoch FROM c.ends_at) * 1000)::bigint',
	uses: 'c.uses',
	used: 'c.used',
	usesPerBuyer: 'c.uses_per_buyer',
	budgetMinor: 'c.budget_minor',
	savedMinor: 'c.saved_minor',
};
const ofEvent = 'c.organisation_id = $1::uuid AND c.event_id = $2::uuid';
const byKey = {
	name: 'codes.by-key',
	text: `SELECT ${jsonObject(offered)} AS code FROM codes c WHERE ${ofEvent} AND c.key = ANY($3::text[])`,
};
const lockByKey = { name: 'codes.lock', text: `${byKey.text} ORDER BY c.id FOR NO KEY UPDATE` };
const byOrder = {
	name: 'codes.by-order',
	text: `SELECT ${jsonObject(offered)} AS code FROM code_uses u JOIN codes c ON c.organisation_id = u.organisation_id AND c.id = u.code_id
		WHERE u.organisation_id = $1::uuid AND u.event_id = $2::uuid AND u.order_id = $3::uuid`,
};

async function read(db: DbOrTx, statement: typeof byKey, values: unknown[]): Promise<OfferedCode[]> {
	const { rows } = await db.execute<{ code: OfferedCode }>(bindStatement(statement, values));
	return rows.map(({ code }) => code);
}

/** The code of an event that matches a typed code, ignoring spelling variants; null if there is none. */
export async function findOfferedCode(db: DbOrTx, scope: Scope, typed: string): Promise<OfferedCode | null> {
	const [code] = await read(db, byKey, [scope.organisationId, scope.eventId, textArray([codeKey(typed)])]);
	return code ?? null;
}

/** The code that an order was placed with; null: none. */
export async function findCodeOfOrder(
	db: DbOrTx,
	scope: Scope & { orderId: string },
): Promise<OfferedCode | null> {
	const [code] = await read(db, byOrder, [scope.organisationId, scope.eventId, scope.orderId]);
	return code ?? null;
}

/** An order that is placed with a code. */
export interface CodedOrder {
	id: string;
	typedCode: string;
	buyer: { email: string };
}
/** One that may be placed without. */
type AnyOrder = Pick<CodedOrder, 'id' | 'buyer'> & { typedCode: string | null };

/** Codes that are held in a transaction: uses are noted one after the other, and written together. */
export interface CodeBook {
	/** The code that an order names, with the uses that were noted so far; null: there is none. */
	find(order: AnyOrder): OfferedCode | null;
	/** Orders of the same buyer that use it. */
	usesOfBuyer(code: OfferedCode, order: AnyOrder): number;
	/** Notes that an order uses a code, and what it saves. */
	use(order: AnyOrder, discount: { code: OfferedCode; savedMinor: number }): void;
	write(): Promise<void>;
}

interface Use {
	orderId: string;
	codeId: string;
	buyer: string;
	savedMinor: number;
}
const useRows = arrayRows<Use>(3, 'n', [
	['order_id', 'uuid', (use) => use.orderId],
	['code_id', 'uuid', (use) => use.codeId],
	['buyer', 'bytea', (use) => use.buyer],
	['saved_minor', 'bigint', (use) => use.savedMinor],
]);
/** Open to a test that takes the count away, to see that it is what limits the uses. */
export const writeUses = {
	name: 'codes.use',
	text: `WITH new AS (SELECT n.* FROM ${useRows.from}), noted AS (
		INSERT INTO code_uses (organisation_id, event_id, order_id, code_id, buyer, saved_minor)
		SELECT $1::uuid, $2::uuid, order_id, code_id, buyer, saved_minor FROM new
	)
	UPDATE codes c SET used = c.used + n.uses, saved_minor = c.saved_minor + n.saved
	FROM (SELECT code_id, count(*)::int AS uses, sum(saved_minor) AS saved FROM new GROUP BY code_id) AS n
	WHERE ${ofEvent} AND c.id = n.code_id`,
};
const countUses = {
	name: 'codes.uses-of-buyers',
	text: `SELECT u.code_id AS "codeId", encode(u.buyer, 'hex') AS buyer, count(*)::int AS uses FROM code_uses u
	WHERE u.organisation_id = $1::uuid AND u.code_id = ANY($2::uuid[]) AND u.buyer = ANY($3::bytea[]) AND u.given_back_at IS NULL GROUP BY 1, 2`,
};

/**
 * Holds the codes that orders of one event name, until the transaction ends. The pools are held before, so that everybody takes locks in
 * the same order.
 */
export async function openCodes(
	{ secret }: Services,
	tx: Tx,
	scope: Scope,
	orders: readonly CodedOrder[],
): Promise<CodeBook> {
	const { organisationId, eventId } = scope;
	// What orders that have just ended give back can be used by these.
	await tx.execute('SET CONSTRAINTS code_uses_follow_orders IMMEDIATE');
	const keys = [...new Set(orders.map(({ typedCode }) => codeKey(typedCode)))];
	const codes = new Map(
		(await read(tx, lockByKey, [organisationId, eventId, textArray(keys)])).map((code) => [code.key, code]),
	);
	const buyerOf = ({ buyer: { email } }: AnyOrder) =>
		createHmac('sha256', secret)
			.update(`code-buyer\0${eventId}\0${email.toLowerCase()}`)
			.digest('hex')
			.slice(0, 32);
	const ofBuyer = new Map<string, number>();
	const limited = [...codes.values()].filter(({ usesPerBuyer }) => usesPerBuyer !== null);
	if (limited.length > 0) {
		const buyers = `{${orders.map((order) => `"\\\\x${buyerOf(order)}"`).join(',')}}`;
		const { rows } = await tx.execute<{ codeId: string; buyer: string; uses: number }>(
			bindStatement(countUses, [organisationId, plainArray(limited.map(({ id }) => id)), buyers]),
		);
		for (const { codeId, buyer, uses } of rows) ofBuyer.set(`${codeId} ${buyer}`, uses);
	}
	const noted: Use[] = [];
	return {
		find: ({ typedCode }) => (typedCode === null ? null : (codes.get(codeKey(typedCode)) ?? null)),
		usesOfBuyer: (code, order) => ofBuyer.get(`${code.id} ${buyerOf(order)}`) ?? 0,
		use(order, { code, savedMinor }) {
			const buyer = buyerOf(order);
			noted.push({ orderId: order.id, codeId: code.id, buyer, savedMinor });
			code.used += 1;
			code.savedMinor += savedMinor;
			ofBuyer.set(`${code.id} ${buyer}`, (ofBuyer.get(`${code.id} ${buyer}`) ?? 0) + 1);
		},
		async write() {
			if (noted.length > 0)
				await tx.execute(bindStatement(writeUses, [organisationId, eventId, ...useRows.values(noted)]));
		},
	};
}

/** Forgets which buyers used codes with these orders. */
export async function forgetBuyersOfCodes(
	tx: Tx,
	{ organisationId, eventId }: Scope,
	orderIds: readonly string[],
): Promise<void> {
	await tx.execute(sql`
		UPDATE code_uses SET buyer = NULL
		WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND order_id = ANY(${plainArray(orderIds)}::uuid[])`);
}
