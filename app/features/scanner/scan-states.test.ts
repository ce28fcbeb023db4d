import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ScanError } from './scan-error.ts';
import { type ScanState, ScanStates } from './scan-states.ts';

const UNDER_TRANSITION = 'Cannot transition to a new state, already under transition';

/** The thrown text, or 'ok'. */
function outcome(act: () => unknown): string {
	try {
		act();
		return 'ok';
	} catch (error) {
		expect(error).toBeInstanceOf(ScanError);
		return String(error);
	}
}

/** A machine that has been led to a state. */
function machineIn(state: ScanState): ScanStates {
	const states = new ScanStates();
	if (state !== 'not-started') states.beginStart().execute();
	if (state === 'paused') states.pause();
	return states;
}

describe('every call in every state', () => {
	const calls = {
		start: (m: ScanStates) => m.beginStart(),
		stop: (m: ScanStates) => m.beginStop(),
		pause: (m: ScanStates) => m.pause(),
		resume: (m: ScanStates) => m.resume(),
		file: (m: ScanStates) => m.assertCanScanFile(),
		clear: (m: ScanStates) => m.assertCanClear(),
		torch: (m: ScanStates) => m.assertRunning(),
	};
	const clear = 'Cannot clear while scan is ongoing, close it first.';
	const stop = 'Cannot stop, scanner is not running or paused.';
	const pause = 'Cannot pause, scanner is not scanning.';
	const resume = 'Cannot resume, scanner is not paused.';
	const file = 'Cannot start file scan - ongoing camera scan';
	const torch =
		'Scanning is not in running state, call this API only when QR code scanning using camera is in running state.';
	const table: Record<ScanState, Record<keyof typeof calls, string>> = {
		'not-started': { start: 'ok', stop, pause, resume, file: 'ok', clear: 'ok', torch },
		scanning: { start: clear, stop: 'ok', pause: 'ok', resume, file, clear, torch: 'ok' },
		paused: { start: clear, stop: 'ok', pause, resume: 'ok', file, clear, torch: 'ok' },
	};
	const cases = Object.entries(table).flatMap(([state, row]) =>
		Object.entries(row).map(([call, text]) => [call, state, text] as const),
	);

	test.each(cases)('%s when %s: %s', (call, state, text) => {
		const machine = machineIn(state as ScanState);
		expect(outcome(() => calls[call as keyof typeof calls](machine))).toBe(text);
		if (text !== 'ok') expect(machine.state).toBe(state);
	});
});

describe('direct transitions', () => {
	const states = ['not-started', 'scanning', 'paused'] as const;
	const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

	test.each(pairs)('%s → %s', (from, to) => {
		const machine = machineIn(from);
		const forbidden = from === 'not-started' && to === 'paused';
		expect(outcome(() => machine.transition(to))).toBe(forbidden ? 'Cannot transition from 1 to 3' : 'ok');
		expect(machine.state).toBe(forbidden ? from : to);
	});

	test('nothing leads out of a component that was taken down', () => {
		const machine = machineIn('scanning');
		machine.close();
		expect(machine.state).toBe('not-started');
		for (const to of states) {
			expect(outcome(() => machine.transition(to))).toBe('Transition from unknown is not allowed');
		}
		expect(outcome(() => machine.beginStart())).toBe('Transition from unknown is not allowed');
	});
});

describe('transactions', () => {
	let machine: ScanStates;
	beforeEach(() => {
		machine = new ScanStates();
	});

	test('start takes effect only when it is executed', () => {
		const start = machine.beginStart();
		expect([machine.state, machine.isInTransition]).toEqual(['not-started', true]);
		start.execute();
		expect([machine.state, machine.isInTransition]).toEqual(['scanning', false]);
	});

	test('during a start, a second start and a stop are refused, and files may still be read', () => {
		machine.beginStart();
		expect(outcome(() => machine.beginStart())).toBe(UNDER_TRANSITION);
		expect(outcome(() => machine.beginStop())).toBe('Cannot stop, scanner is not running or paused.');
		expect(outcome(() => machine.assertCanScanFile())).toBe('ok');
	});

	test('during a stop, another stop, a pause and a direct change are refused', () => {
		machine = machineIn('scanning');
		machine.beginStop();
		expect(outcome(() => machine.beginStop())).toBe(UNDER_TRANSITION);
		expect(outcome(() => machine.pause())).toBe(UNDER_TRANSITION);
		expect(outcome(() => machine.transition('paused'))).toBe(UNDER_TRANSITION);
		expect(machine.state).toBe('scanning');
	});

	test('a failed start leaves the machine startable', () => {
		machine.beginStart().cancel();
		expect(machine.state).toBe('not-started');
		machine.beginStart().execute();
		expect(machine.state).toBe('scanning');
	});

	test('a finished transaction cannot be used again', () => {
		const cancelled = machine.beginStart();
		cancelled.cancel();
		expect(outcome(() => cancelled.execute())).toBe('Transaction is already cancelled, cannot execute().');
		expect(outcome(() => cancelled.cancel())).toBe('Transaction is already cancelled, cannot cancel().');
		const executed = machine.beginStart();
		executed.execute();
		expect(outcome(() => executed.execute())).toBe('Transaction is already cancelled, cannot execute().');
	});

	test('taking the component down ends an open transaction', () => {
		const start = machine.beginStart();
		machine.close();
		expect(outcome(() => start.execute())).toBe('Transaction is already cancelled, cannot execute().');
	});
});

test('no order of calls ever goes from not started to paused or leaves a wrong state', () => {
	const step = fc.constantFrom('start', 'stop', 'pause', 'resume', 'finish', 'fail');
	fc.assert(
		fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
			const machine = new ScanStates();
			let open: { execute(): void; cancel(): void } | null = null;
			for (const name of steps) {
				const before = machine.state;
				const refused =
					outcome(() => {
						if (name === 'start') open = machine.beginStart();
						else if (name === 'stop') open = machine.beginStop();
						else if (name === 'pause') machine.pause();
						else if (name === 'resume') machine.resume();
						else if (name === 'finish') open?.execute();
						else open?.cancel();
					}) !== 'ok';
				if (refused) expect(machine.state).toBe(before);
				if (before === 'not-started') expect(machine.state).not.toBe('paused');
				if (name === 'start' || name === 'stop') expect(machine.state).toBe(before);
			}
		}),
	);
});
