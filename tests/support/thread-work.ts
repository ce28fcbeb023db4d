import { message } from '#shared/errors/translatable-message.ts';

/** What `thread-pool.test.ts` has done in threads. */
export function* countTo(most: number): Generator<number> {
	for (let number = 1; number <= most; number += 1) yield number;
}

export function workForever(): never[] {
	for (;;);
}

export function fillMemory(): never[] {
	const all: number[][] = [];
	for (;;) all.push(new Array<number>(100_000).fill(1.5));
}

export function refuse(): never[] {
	const sentence = message`Row ${3} is odd: ${message`very odd`}.`;
	throw Object.assign(new Error('odd'), { code: 'odd-row', sentence });
}
