import type { OrderRecord } from '../order-record.ts';

/** The donated part of an order: gift cards do not pay it. */
export const donatedMinorOf = ({ lines }: Pick<OrderRecord, 'lines'>): number =>
	lines.reduce(
		(sum, { kind, grossMinor }) => sum + (kind === 'gift' || kind === 'cover' ? grossMinor : 0),
		0,
	);
