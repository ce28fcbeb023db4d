import { z } from '../lib/z.ts';
import { staffParams } from './check-in.ts';
import { moneyMinor, text, uuid, wholeList } from './common.ts';
import { doorSale, memberSells, nonce, ruled, sellingDevice, staffSells, way } from './door-sales.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';

const takePayment = {
	method: 'POST',
	limit: 'scan',
	idempotency: 'command',
	status: 201,
	body: z
		.object({
			/** The ticket that waits for its payment: by what was scanned, or by the guest. */
			guestQrData: z.string().min(1).max(4_000).optional(),
			guestId: uuid().optional(),
			way: way(),
			given: moneyMinor().optional(),
			nonce: nonce(),
			device: sellingDevice,
		})
		.refine((body) => (body.guestQrData === undefined) !== (body.guestId === undefined), {
			path: ['guestQrData'],
			message: 'Send guestQrData or guestId.',
		})
		.meta({ oneOf: [{ required: ['guestQrData'] }, { required: ['guestId'] }] }),
	output: doorSale,
	errors: ruled,
} as const;

export const takePaymentAsStaff = endpoint({
	...takePayment,
	id: 'doorSales.takePaymentAsStaff',
	path: '/api/staff-access/payments/{token}',
	summary: 'Take the payment for a ticket that is not paid yet, at the door.',
	access: staffSells,
	params: staffParams,
});

export const takePaymentAsMember = endpoint({
	...takePayment,
	id: 'doorSales.takePaymentAsMember',
	path: '/api/events/{event}/door-sales/payments',
	summary: 'Take the payment for a ticket that is not paid yet, as a signed-in member.',
	access: memberSells,
	params: eventParams,
});

/** An order that waits for its payment, with the first of its tickets. */
export const unpaidOrder = z
	.object({
		orderCode: z.string(),
		guestId: uuid(),
		/** Empty for links that are not shown who the guests are. */
		guestName: z.string(),
		/** The amount due. */
		totalMinor: z.int(),
		currency: z.string(),
		tickets: z.int(),
	})
	.meta({ id: 'UnpaidOrder' });

export type UnpaidOrder = z.output<typeof unpaidOrder>;

const findUnpaid = {
	method: 'GET',
	limit: 'scan',
	query: z.object({ q: text({ max: 100, min: 1 }) }),
	output: wholeList(unpaidOrder),
} as const;

export const findUnpaidAsStaff = endpoint({
	...findUnpaid,
	id: 'doorSales.findUnpaidAsStaff',
	path: '/api/staff-access/unpaid/{token}',
	summary:
		'Find unpaid orders by their full code, or by a guest’s name if the link allows searching. At most 20.',
	access: staffSells,
	params: staffParams,
});

export const findUnpaidAsMember = endpoint({
	...findUnpaid,
	id: 'doorSales.findUnpaidAsMember',
	path: '/api/events/{event}/door-sales/unpaid',
	summary: 'Find unpaid orders by code or by a guest’s name, as a signed-in member.',
	access: memberSells,
	params: eventParams,
});
