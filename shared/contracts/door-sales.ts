import { z } from '../lib/z.ts';
import { doorSaleKinds, doorWays, MOST_SOLD_AT_ONCE } from '../rules/door-sales.ts';
import { staffParams } from './check-in.ts';
import { moneyMinor, text, typedEmail, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { ticketKinds } from './tickets.ts';

/*
 * Selling at the door. Calls of devices exist twice, as those of check-in do: behind a staff link, and for signed-in members.
 */

const deviceId = () =>
	z
		.string()
		.regex(/^[\w-]{8,64}$/)
		.meta({ examples: ['b0a9c1f2-6f0e-4a8b-9a51-2d9a4f7c1e10'] });

export const sellingDevice = z.object({ id: deviceId(), name: text({ max: 60 }).default('') });

export const nonce = () => z.string().min(8).max(64);

export const way = () => z.enum(doorWays);

export const ruled: 'BUSINESS_RULE_VIOLATION'[] = ['BUSINESS_RULE_VIOLATION'];

const ruledOrFull: ('BUSINESS_RULE_VIOLATION' | 'INSUFFICIENT_QUOTA')[] = [...ruled, 'INSUFFICIENT_QUOTA'];

export const cashDrawer = z
	.object({
		id: uuid(),
		device: z.string(),
		currency: z.string(),
		openedMinor: z.int(),
		openedBy: z.string(),
		openedAt: z.string(),
		/** What should be in it: what was counted at its opening and what was paid in cash since. */
		expectedMinor: z.int(),
		/** Null while it is open. */
		closed: z
			.object({
				at: z.string(),
				by: z.string(),
				countedMinor: z.int(),
				/** Counted less expected; sales that arrived later are in it. */
				differenceMinor: z.int(),
				note: z.string(),
			})
			.nullable(),
		/** Sales in cash, and what they came to. */
		sales: z.int(),
		soldMinor: z.int(),
	})
	.meta({ id: 'CashDrawer' });

export type CashDrawer = z.output<typeof cashDrawer>;

/** A ticket type as the door sells it, with what `quote` of shared/rules/pricing works its price out from. */
const doorType = z.object({
	id: uuid(),
	name: z.string(),
	kind: z.enum(ticketKinds),
	/** As the organiser set it, before the fee of the buyer and a tax that is added. */
	priceMinor: z.int(),
	/** What the next one costs the guest, with all taxes and fees: the price to show. Of a donation, the least. */
	totalMinor: z.int(),
	/** Of a donation: what the field begins with. */
	suggestedMinor: z.int().nullable(),
	fairValueMinor: z.int().nullable(),
	taxBasisPoints: z.number(),
	/** Prices before the regular one that are open now. */
	tiers: z.array(z.object({ name: z.string(), priceMinor: z.int(), left: z.int().nullable() })),
	admits: z.int(),
	/** Tickets that are left beside those reserved for devices; null: any number. */
	left: z.int().nullable(),
});

const pricedType = doorType.pick({
	id: true,
	kind: true,
	priceMinor: true,
	fairValueMinor: true,
	taxBasisPoints: true,
	tiers: true,
});

const quoteTerms = z.object({
	currency: z.string(),
	pricesIncludeTax: z.boolean(),
	fee: z.object({ basisPoints: z.int(), fixedMinor: z.int() }).nullable(),
	feeBearer: z.enum(['organiser', 'buyer']),
});

/** What a device sells without a network. */
export const allotment = z
	.object({
		/** Names the prices; sent with each sale. */
		priceList: z.string(),
		/** Prices of `quote`: what was open when the list was made, for any number. */
		prices: z.object({ types: z.array(pricedType), terms: quoteTerms }),
		/** What is reserved for this device and not sold yet. */
		left: z.array(z.object({ ticketTypeId: uuid(), quantity: z.int() })),
	})
	.meta({ id: 'DoorAllotment' });

export type DoorAllotment = z.output<typeof allotment>;

export const doorShop = z
	.object({
		/** False: this event sells nothing at the door by now. */
		isOpen: z.boolean(),
		types: z.array(doorType),
		terms: quoteTerms,
		/** Ways to pay that are open now. */
		ways: z.array(way()),
		/** Whether a card of the built-in gateway moves real money. */
		isLive: z.boolean(),
		/** The open drawer of this device. */
		drawer: cashDrawer.nullable(),
		/** Null: this event sets nothing aside for devices. */
		allotment: allotment.nullable(),
		/** A country whose law asks more of a cash register than this one has, for the screen to say so. */
		cashNotice: z.enum(['DE', 'AT']).nullable(),
		now: z.string(),
	})
	.meta({ id: 'DoorShop' });

export type DoorShop = z.output<typeof doorShop>;

/** `waiting`: for its money. `ended`: the time to pay is over or the sale was cancelled. */
export const doorSaleStates = ['paid', 'waiting', 'ended'] as const;

export const doorSale = z
	.object({
		id: uuid(),
		kind: z.enum(doorSaleKinds),
		state: z.enum(doorSaleStates),
		way: way(),
		orderId: uuid(),
		orderCode: z.string(),
		currency: z.string(),
		totalMinor: z.int(),
		/** Of cash: what was due after rounding to coins, what was given, what goes back. */
		dueMinor: z.int().nullable(),
		givenMinor: z.int().nullable(),
		changeMinor: z.int().nullable(),
		attendees: z.array(
			z.object({
				id: uuid(),
				name: z.string(),
				ticketTypeName: z.string(),
				/** False: an add-on, which lets nobody in. */
				isAdmission: z.boolean(),
				isCheckedIn: z.boolean(),
			}),
		),
		/** The page of the order: where the guest pays, and has ticket and receipt afterwards. */
		url: z.string(),
		/** Of a transfer: what the guest’s banking app reads from a QR code (EPC069-12); null where the account has none. */
		transferCode: z.string().nullable(),
		expiresAt: z.string().nullable(),
		device: z.string(),
		isOffline: z.boolean(),
		soldAt: z.string(),
	})
	.meta({ id: 'DoorSale' });

export type DoorSale = z.output<typeof doorSale>;

const ofDevice = z.object({ deviceId: deviceId() });

export const staffSells = { kind: 'staff', ability: 'sell_at_door' } as const;

export const memberSells = eventAccess('orders.manage');

const shop = {
	method: 'GET',
	limit: 'scan',
	query: ofDevice,
	output: doorShop,
} as const;

export const getStaffShop = endpoint({
	...shop,
	id: 'doorSales.getStaffShop',
	path: '/api/staff-access/sell/{token}',
	summary:
		'Get what this device can sell at the door: ticket types with prices, payment methods, and its cash drawer.',
	access: staffSells,
	params: staffParams,
});

export const getMemberShop = endpoint({
	...shop,
	id: 'doorSales.getMemberShop',
	path: '/api/events/{event}/door-sales/shop',
	summary:
		'Get what a member’s device can sell at the door: ticket types with prices, payment methods, and its cash drawer.',
	access: memberSells,
	params: eventParams,
});

const sell = {
	method: 'POST',
	limit: 'scan',
	idempotency: 'command',
	movesPlaces: true,
	status: 201,
	body: z.object({
		items: z
			.array(
				z.object({
					ticketTypeId: uuid(),
					quantity: z.int().min(1).max(MOST_SOLD_AT_ONCE),
					/** Of a donation: what is given for each. */
					chosenMinor: moneyMinor().optional(),
				}),
			)
			.min(1)
			.max(20),
		way: way(),
		/** In cash: what was given, in minor units; absent: exactly what is due. */
		given: moneyMinor().optional(),
		/** Made by the device; the same once more is the same sale. */
		nonce: nonce(),
		/** Of the prices shown to the guest; another price is refused. */
		quoteHash: z.string().max(60).optional(),
		name: text({ max: 200 }).default(''),
		/** Gets ticket and receipt by email. */
		email: typedEmail().optional(),
		device: sellingDevice,
		/** The guests go in at once; with a card once it is paid, by a check-in of its own. */
		checkIn: z.object({ listId: uuid().optional(), gateId: uuid().nullable().optional() }).optional(),
		/** Sold in cash without a network, out of what was reserved for this device. */
		offline: z
			.object({
				soldAt: z.iso.datetime({ offset: true }),
				/** Server time minus device time, as the device knew it. */
				clockOffsetMs: z.int().min(-315_576_000_000).max(315_576_000_000).default(0),
				priceList: z.string().max(80),
				drawerId: uuid(),
			})
			.optional(),
	}),
	output: doorSale,
	errors: ruledOrFull,
} as const;

export const sellAsStaff = endpoint({
	...sell,
	id: 'doorSales.sellAsStaff',
	path: '/api/staff-access/sell/{token}',
	summary:
		'Sell tickets at the door: in cash, by card on the guest’s phone, or by transfer. Sales made offline are also accepted after the link has ended.',
	access: { ...staffSells, isOpenAfterEnd: true },
	params: staffParams,
});

export const sellAsMember = endpoint({
	...sell,
	id: 'doorSales.sellAsMember',
	path: '/api/events/{event}/door-sales',
	summary: 'Sell tickets at the door as a signed-in member.',
	access: memberSells,
	params: eventParams,
});

const saleOf = { output: doorSale, limit: 'scan' } as const;

export const getStaffSale = endpoint({
	...saleOf,
	id: 'doorSales.getStaffSale',
	method: 'GET',
	path: '/api/staff-access/sales/{token}/{sale}',
	summary: 'Get a sale at the door and the state of its payment.',
	access: staffSells,
	params: staffParams.extend({ sale: uuid() }),
});

export const getMemberSale = endpoint({
	...saleOf,
	id: 'doorSales.getMemberSale',
	method: 'GET',
	path: '/api/events/{event}/door-sales/{sale}',
	summary: 'Get a sale at the door as a signed-in member.',
	access: memberSells,
	params: eventParams.extend({ sale: uuid() }),
});

export const cancelStaffSale = endpoint({
	...saleOf,
	id: 'doorSales.cancelStaffSale',
	method: 'DELETE',
	path: '/api/staff-access/sales/{token}/{sale}',
	summary:
		'Cancel an unpaid sale at the door and release its spots. For an earlier order only the payment is cancelled; the order stays. Repeating it changes nothing.',
	access: staffSells,
	movesPlaces: true,
	params: staffParams.extend({ sale: uuid() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelMemberSale = endpoint({
	...saleOf,
	id: 'doorSales.cancelMemberSale',
	method: 'DELETE',
	path: '/api/events/{event}/door-sales/{sale}',
	summary: 'Cancel an unpaid sale at the door, as a signed-in member.',
	access: memberSells,
	movesPlaces: true,
	params: eventParams.extend({ sale: uuid() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const countCash = {
	method: 'POST',
	limit: 'scan',
	body: z.object({
		action: z.enum(['open', 'close']),
		countedMinor: moneyMinor(),
		/** Who counted. */
		name: text({ max: 60, min: 1 }),
		note: text({ max: 300, lines: true }).default(''),
		device: sellingDevice,
	}),
	output: cashDrawer,
	errors: ruled,
} as const;

export const countCashAsStaff = endpoint({
	...countCash,
	id: 'doorSales.countCashAsStaff',
	path: '/api/staff-access/cash/{token}',
	summary:
		'Open or close the cash drawer of this device with the counted amount. A difference is booked with the name.',
	access: staffSells,
	params: staffParams,
});

export const countCashAsMember = endpoint({
	...countCash,
	id: 'doorSales.countCashAsMember',
	path: '/api/events/{event}/door-sales/cash',
	summary: 'Open or close the cash drawer of a member’s device with the counted amount.',
	access: memberSells,
	params: eventParams,
});

/* What organisers set up and see. */
