import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Tx } from '#server/db/client.ts';
import { testGatewayObjects } from '#server/db/tables/platform.ts';
import { newId } from '#shared/lib/ids.ts';
import type { AccountRecord } from './account-record.ts';
import { type Controls, mergeControls } from './controls.ts';
import { createEventLog, type EventContext } from './event-log.ts';
import { unix } from './ids.ts';
import { missing } from './problem.ts';
import type { Task, TaskKind } from './tasks.ts';

/** Objects by type, as Stripe documents them; `hidden` is what only the gateway knows. */
export interface ObjectKinds {
	account: AccountRecord;
	account_link: {
		id: string;
		account: string;
		returnUrl: string;
		refreshUrl: string;
		expiresAt: string;
		isUsed: boolean;
	};
	application_fee: Stripe.ApplicationFee;
	balance_transaction: Stripe.BalanceTransaction;
	charge: Stripe.Charge;
	confirmation_token: Stripe.ConfirmationToken;
	control: { id: string; offsetMs?: number; controls?: Partial<Controls> };
	customer: Stripe.Customer;
	dispute: Stripe.Dispute;
	event_destination: Stripe.V2.Core.EventDestination;
	fee_refund: Stripe.FeeRefund;
	payment_intent: Stripe.PaymentIntent;
	payment_method: Stripe.PaymentMethod;
	payment_method_domain: Stripe.PaymentMethodDomain;
	payout: Stripe.Payout;
	refund: Stripe.Refund;
	setup_intent: Stripe.SetupIntent;
	task: Task;
	webhook_endpoint: Stripe.WebhookEndpoint;
}
export type Kind = keyof ObjectKinds;

/** An object with what the API does not show of it. */
export interface Stored<K extends Kind> {
	object: ObjectKinds[K];
	/** The charge that a list is filtered by, and the payout that a balance transaction was paid out with. */
	hidden: { paymentIntent?: string; payout?: string; charge?: string };
}

export interface ListQuery {
	limit: number;
	startingAfter?: string;
	endingBefore?: string;
	createdFrom?: Date;
	/** Equality with hidden properties. */
	where?: Stored<Kind>['hidden'];
}

/**
 * One transaction on the gateway's objects. Changes are collected and written by `flush` with few statements; what was put is found again
 * before. Objects belong to an account; `''` is the installation's own.
 */
export interface Session {
	readonly tx: Tx;
	/** The gateway's clock: the installation's, moved by an offset. */
	readonly now: Date;
	readonly account: string;
	readonly controls: Controls;
	random(): number;
	find<K extends Kind>(kind: K, id: string, account?: string): Promise<Stored<K> | undefined>;
	/** Finds and locks the row until the transaction ends. @throws StripeProblem 404 */
	lock<K extends Kind>(kind: K, id: string, param?: string): Promise<Stored<K>>;
	/** Newest first. */
	list<K extends Kind>(kind: K, query: ListQuery): Promise<{ data: Stored<K>[]; hasMore: boolean }>;
	put<K extends Kind>(kind: K, object: ObjectKinds[K], hidden?: Stored<K>['hidden'], account?: string): void;
	remove(id: string): void;
	/** Records that something happened to an object; the event shows the object as it is now. */
	emit(type: Stripe.Event.Type, object: object, account?: string): void;
	/** A thin event, which names the account and says nothing about it. */
	emitThin(type: string, account: string): void;
	/** Lets something happen later, on the gateway's clock. */
	schedule(task: TaskKind, seconds: number): void;
	flush(): Promise<void>;
}

/** Ids of tasks begin with the second they are due, so that due ones are found by the index of ids. */
export const taskId = (dueAt: Date, suffix: string): string =>
	`task_${String(unix(dueAt)).padStart(12, '0')}_${suffix}`;

const clockId = 'clock';
const controlsId = (account: string): string => `controls:${account}`;

interface Row {
	account: string;
	object: object;
	kind: Kind;
	hidden: Stored<Kind>['hidden'];
}

/** What every session needs to know, by one query: the offset of the clock, controls, the account. */
export async function readSettings(
	tx: Tx,
	account: string,
	clockNow: Date,
): Promise<{ now: Date; controls: Controls; record: AccountRecord | undefined }> {
	const rows = await tx
		.select({ id: testGatewayObjects.id, data: testGatewayObjects.data })
		.from(testGatewayObjects)
		.where(inArray(testGatewayObjects.id, [clockId, controlsId(''), controlsId(account), account]));
	const byId = new Map(rows.map(({ id, data }) => [id, (data as { object: unknown }).object]));
	const control = (id: string) => byId.get(id) as ObjectKinds['control'] | undefined;
	return {
		now: new Date(clockNow.getTime() + (control(clockId)?.offsetMs ?? 0)),
		controls: mergeControls(control(controlsId(''))?.controls, control(controlsId(account))?.controls),
		record: byId.get(account) as AccountRecord | undefined,
	};
}

export function openSession(tx: Tx, context: EventContext & { account: string }): Session {
	const { now, account: own, controls, random } = context;
	const changed = new Map<string, Row>();
	const removed = new Set<string>();
	/** Hidden fields of the objects that were read, so that storing them preserves it. */
	const hiddenOf = new Map<string, Stored<Kind>['hidden']>();
	const events = createEventLog({ now, controls, random, request: context.request });

	async function select<K extends Kind>(kind: K, id: string, account: string, isLocking: boolean) {
		const pending = changed.get(id);
		if (pending)
			return pending.kind === kind && pending.account === account
				? (pending as unknown as Stored<K>)
				: undefined;
		const query = tx
			.select({ data: testGatewayObjects.data })
			.from(testGatewayObjects)
			.where(
				and(
					eq(testGatewayObjects.id, id),
					eq(testGatewayObjects.account, account),
					eq(testGatewayObjects.type, kind),
				),
			);
		const [row] = await (isLocking ? query.for('update') : query);
		const stored = row?.data as Stored<K> | undefined;
		if (stored) hiddenOf.set(id, stored.hidden);
		return stored;
	}

	return {
		tx,
		now,
		account: own,
		controls,
		random,

		find: (kind, id, account = own) => select(kind, id, account, false),

		async lock(kind, id, param) {
			const stored = await select(kind, id, own, true);
			if (!stored) throw missing(kind, id, param);
			return stored;
		},

		list: (kind, query) => listObjects(tx, own, kind, query),

		put(kind, object, hidden, account = own) {
			const stored = hidden ?? hiddenOf.get(object.id) ?? {};
			hiddenOf.set(object.id, stored);
			changed.set(object.id, { kind, account, object, hidden: stored });
		},

		remove(id) {
			changed.delete(id);
			removed.add(id);
		},

		emit: (type, object, account = own) => events.add(type, object, account),
		emitThin: (type, account) => events.addThin(type, account),

		schedule(task, seconds) {
			const dueAt = new Date(now.getTime() + seconds * 1000);
			const id = taskId(dueAt, newId());
			changed.set(id, {
				kind: 'task',
				account: '',
				object: { ...task, id, dueAt: dueAt.toISOString() },
				hidden: {},
			});
		},

		async flush() {
			if (removed.size > 0) {
				await tx.delete(testGatewayObjects).where(inArray(testGatewayObjects.id, [...removed]));
			}
			if (changed.size > 0) await writeObjects(tx, changed, now);
			await events.flush(tx);
			changed.clear();
			removed.clear();
		},
	};
}

/** Objects of one account and kind, newest first. */
async function listObjects<K extends Kind>(
	tx: Tx,
	own: string,
	kind: K,
	{ limit, startingAfter, endingBefore, createdFrom, where = {} }: ListQuery,
): Promise<{ data: Stored<K>[]; hasMore: boolean }> {
	const { id, account, type, createdAt, data } = testGatewayObjects;
	const rows = await tx
		.select({ data })
		.from(testGatewayObjects)
		.where(
			and(
				eq(account, own),
				eq(type, kind),
				startingAfter ? lt(id, startingAfter) : undefined,
				endingBefore ? gt(id, endingBefore) : undefined,
				createdFrom ? gte(createdAt, createdFrom) : undefined,
				...Object.entries(where).map(([name, value]) => sql`${data} -> 'hidden' ->> ${name} = ${value}`),
			),
		)
		.orderBy(endingBefore ? sql`${id} ASC` : sql`${id} DESC`)
		.limit(limit + 1);
	const page = rows.slice(0, limit).map((row) => row.data as unknown as Stored<K>);
	return { data: endingBefore ? page.reverse() : page, hasMore: rows.length > limit };
}

async function writeObjects(tx: Tx, changed: ReadonlyMap<string, Row>, now: Date): Promise<void> {
	const rows = [...changed].map(([id, { kind, account, object, hidden }]) => ({
		id,
		account,
		type: kind,
		data: { object, hidden },
	}));
	await tx.execute(sql`
		INSERT INTO test_gateway_objects (id, account, type, data, created_at, updated_at)
		SELECT n.id, n.account, n.type, n.data, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
		FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n(id text, account text, type text, data jsonb)
		ON CONFLICT (id) DO UPDATE SET data = EXCLUDED.data, updated_at = EXCLUDED.updated_at`);
}

/** Stores controls of an account (`''`: of all that have none), or the offset of the clock. */
export function putControls(session: Session, account: string, controls: Partial<Controls>): void {
	session.put('control', { id: controlsId(account), controls }, undefined, '');
}
export function putClockOffset(session: Session, offsetMs: number): void {
	session.put('control', { id: clockId, offsetMs }, undefined, '');
}
