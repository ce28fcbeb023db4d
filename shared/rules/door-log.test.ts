import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DoorScan, type DoorUndo, readDoorLog } from './door-log.ts';

const minute = 60_000;
const scan = (nonce: string, at: number, more: Partial<DoorScan> = {}): DoorScan => ({
	nonce,
	deviceId: 'a',
	direction: 'in',
	isAdmitted: true,
	objection: null,
	occurredAtMs: at * minute,
	...more,
});
const once = { allowsReentry: false };
const again = { allowsReentry: true };

describe('one ticket, one list', () => {
	test('the earlier admission stands, the later one is a conflict that names it', () => {
		const state = readDoorLog([scan('late', 20), scan('early', 10, { deviceId: 'b' })], [], once);
		expect(state.meanings.get('early')).toMatchObject({ outcome: 'accepted', conflict: null });
		expect(state.meanings.get('late')).toMatchObject({
			outcome: 'conflict',
			conflict: { kind: 'double_admission', withNonce: 'early' },
		});
		expect(state).toMatchObject({ insideBy: 'early', firstInAtMs: 10 * minute, isUsed: true });
	});

	test('a refused scan changes nothing', () => {
		const state = readDoorLog([scan('no', 5, { isAdmitted: false }), scan('yes', 10)], [], once);
		expect(state.meanings.get('no')?.outcome).toBe('refused');
		expect(state.insideBy).toBe('yes');
	});

	test('an admission that something spoke against is named and bars nobody', () => {
		const state = readDoorLog([scan('bad', 5, { objection: 'cancelled' }), scan('good', 10)], [], once);
		expect(state.meanings.get('bad')?.conflict).toEqual({ kind: 'cancelled', withNonce: null });
		expect(state.meanings.get('good')?.outcome).toBe('accepted');
	});

	test('an undo of the first lifts the second', () => {
		const undo = { nonce: 'undo', target: 'early', occurredAtMs: 30 * minute };
		const state = readDoorLog([scan('early', 10), scan('late', 20)], [undo], once);
		expect(state.meanings.get('early')?.annulledBy).toBe('undo');
		expect(state.meanings.get('late')?.outcome).toBe('accepted');
		expect(state.insideBy).toBe('late');
	});

	test('an undo of the guest takes back the entry and what was let in beside it', () => {
		const undo = { nonce: 'undo', target: null, occurredAtMs: 30 * minute };
		const state = readDoorLog([scan('early', 10), scan('late', 20), scan('next', 40)], [undo], once);
		expect(state.meanings.get('early')?.annulledBy).toBe('undo');
		expect(state.meanings.get('late')).toMatchObject({ outcome: 'conflict', annulledBy: 'undo' });
		expect(state.meanings.get('next')).toMatchObject({ outcome: 'accepted', annulledBy: null });
	});
});

test('what is delivered twice counts once', () => {
	const log = [scan('in', 1), scan('out', 2, { direction: 'out' }), scan('back', 3)];
	const undo = { nonce: 'undo', target: null, occurredAtMs: 4 * minute };
	const state = readDoorLog([...log, ...log], [undo, { ...undo }], again);
	expect(state.meanings.get('back')?.annulledBy).toBe('undo');
	expect(state.meanings.get('in')).toMatchObject({ outcome: 'accepted', annulledBy: null, visit: 0 });
});

describe('exits', () => {
	const out = (nonce: string, at: number) => scan(nonce, at, { direction: 'out' });

	test('without re-entry whoever left stays out', () => {
		const state = readDoorLog([scan('in', 1), out('out', 2), scan('back', 3)], [], once);
		expect(state.meanings.get('in')).toMatchObject({ leftAtMs: 2 * minute, visit: 0 });
		expect(state.meanings.get('back')?.conflict).toEqual({ kind: 'after_exit', withNonce: 'in' });
		expect(state).toMatchObject({ insideBy: null, isUsed: true });
	});

	test('with re-entry each visit counts, and a second entry inside one is a conflict', () => {
		const state = readDoorLog(
			[scan('in', 1), out('out', 2), scan('back', 3), scan('twice', 4), out('out-2', 5), out('out-3', 6)],
			[],
			again,
		);
		expect(state.meanings.get('in')).toMatchObject({ outcome: 'accepted', visit: 0 });
		expect(state.meanings.get('back')).toMatchObject({ outcome: 'accepted', visit: 1 });
		expect(state.meanings.get('twice')?.conflict).toEqual({ kind: 'double_admission', withNonce: 'back' });
		expect(state.meanings.get('out-3')?.outcome).toBe('not_inside');
		expect(state).toMatchObject({ insideBy: null, isUsed: false, firstInAtMs: minute });
	});
});

const nonces = fc.constantFrom(...'abcdefghijklmnop'.split(''));
const scans = fc.uniqueArray(
	fc.record({
		nonce: nonces,
		deviceId: fc.constantFrom('1', '2', '3'),
		direction: fc.constantFrom<'in' | 'out'>('in', 'in', 'out'),
		isAdmitted: fc.boolean(),
		objection: fc.option(fc.constant<'cancelled'>('cancelled'), { freq: 4 }),
		occurredAtMs: fc.integer({ min: 0, max: 20 }),
	}),
	{ selector: (one) => one.nonce },
);
const undos = fc.uniqueArray(
	fc.record({
		nonce: fc.constantFrom('u1', 'u2', 'u3'),
		target: fc.option(nonces),
		occurredAtMs: fc.integer({ min: 0, max: 20 }),
	}),
	{ selector: (one) => one.nonce },
);
const rules = fc.record({ allowsReentry: fc.boolean() });
const runs = { numRuns: Math.max(300, Number(process.env.FLEET_SEEDS ?? 0)) };

describe('for every log', () => {
	test('order and repetition of deliveries change nothing', () => {
		fc.assert(
			fc.property(scans, undos, rules, fc.infiniteStream(fc.nat()), (all, back, how, dice) => {
				const shuffled = <T>(list: T[]) =>
					list
						.map((one) => [dice.next().value, one] as const)
						.sort(([a], [b]) => a - b)
						.map(([, one]) => one);
				const twice = shuffled([...back, ...back]) as DoorUndo[];
				const one = readDoorLog(all, back, how);
				const other = readDoorLog(shuffled(all), twice, how);
				const sorted = (state: typeof one) => ({ ...state, meanings: [...state.meanings].sort() });
				expect(sorted(other)).toEqual(sorted(one));
			}),
			runs,
		);
	});

	test('every scan has a meaning, at most one entry bars the next, every other admission is named', () => {
		fc.assert(
			fc.property(scans, undos, rules, (all, back, how) => {
				const { meanings, insideBy, isUsed } = readDoorLog(all, back, how);
				expect(meanings.size).toBe(all.length);
				const live = all.filter((one) => !meanings.get(one.nonce)?.annulledBy);
				const entries = live.filter((one) => one.direction === 'in' && one.isAdmitted);
				const accepted = entries.filter((one) => meanings.get(one.nonce)?.outcome === 'accepted');
				if (isUsed) expect(accepted.length).toBeGreaterThan(0);
				if (!how.allowsReentry) expect(accepted.length).toBeLessThanOrEqual(1);
				for (const one of entries) {
					const found = meanings.get(one.nonce);
					if (found?.outcome === 'accepted') expect(one.objection).toBeNull();
					else expect(found?.conflict).not.toBeNull();
				}
				if (insideBy) expect(meanings.get(insideBy)?.outcome).toBe('accepted');
				const visits = accepted.map((one) => meanings.get(one.nonce)?.visit);
				expect(visits.toSorted()).toEqual(visits.map((_, index) => index));
			}),
			runs,
		);
	});
});
