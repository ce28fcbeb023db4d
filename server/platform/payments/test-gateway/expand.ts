import { invalidRequest } from './problem.ts';
import type { Kind, Session } from './session.ts';

/** Objects that may be requested in place of their id, by the beginning of the id. */
const kindByPrefix: Readonly<Record<string, Kind>> = {
	ch: 'charge',
	txn: 'balance_transaction',
	pm: 'payment_method',
	pi: 'payment_intent',
	re: 'refund',
	dp: 'dispute',
	po: 'payout',
	fee: 'application_fee',
	fr: 'fee_refund',
};

type Node = Record<string, unknown>;

/**
 * Puts objects in place of their ids, as `expand[]=latest_charge` or, in lists, `expand[]=data.source` asks for.
 * @throws StripeProblem for a property that is no object
 */
export async function expand(session: Session, root: object, paths: readonly string[]): Promise<object> {
	if (paths.length > 20) throw invalidRequest('Too many properties to expand.', { param: 'expand' });
	const copy = structuredClone(root) as Node;
	for (const path of paths) await expandPath(session, copy, path.split('.').slice(0, 4), path);
	return copy;
}

async function expandPath(session: Session, node: Node, path: string[], whole: string): Promise<void> {
	const [name = '', ...rest] = path;
	if (!Object.hasOwn(node, name)) {
		throw invalidRequest(`This property cannot be expanded (${whole}).`, { param: 'expand' });
	}
	const value = node[name];
	if (Array.isArray(value)) {
		for (const item of value) await expandPath(session, item as Node, rest, whole);
		return;
	}
	if (typeof value === 'string') {
		const kind = kindByPrefix[value.split('_')[0] ?? ''];
		if (!kind) throw invalidRequest(`This property cannot be expanded (${whole}).`, { param: 'expand' });
		const found = await session.find(kind, value);
		if (found) node[name] = structuredClone(found.object);
	}
	const next = node[name];
	if (rest.length > 0 && typeof next === 'object' && next !== null)
		await expandPath(session, next as Node, rest, whole);
}
