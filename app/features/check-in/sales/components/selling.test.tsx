import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { DoorSale, DoorShop } from '#shared/contracts/door-sales.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Quote, quote } from '#shared/rules/pricing/quote.ts';
import type { QueuedSale, SalesView } from '../model.ts';
import { emptyCart, itemsOf, offersOf, roomFor, withCount } from './cart.ts';
import { CartStep } from './cart-step.tsx';
import { CashNotice, DrawerBar } from './drawer-bar.tsx';
import { Difference } from './drawer-dialog.tsx';
import { CashForm, PayStep } from './pay-step.tsx';
import { OfflineNotice, SalesQueue } from './sales-queue.tsx';
import { SoldStep } from './sold-step.tsx';
import type { SaleFlow, Stage } from './use-sale-flow.ts';
import { WaitingStep } from './waiting-step.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const draw = (node: ReactNode): string =>
	renderToString(<I18nProvider i18n={i18n}>{node}</I18nProvider>).replaceAll(/<svg.*?<\/svg>|<!-- -->/gs, '');

const type = (id: string, name: string, more: Partial<DoorShop['types'][number]> = {}) => ({
	...{ id, name, kind: 'paid' as const, priceMinor: 2_400, suggestedMinor: null, fairValueMinor: null },
	...{ taxBasisPoints: 1_900, tiers: [], admits: 1, left: null },
	...more,
	totalMinor: more.priceMinor ?? 2_400,
});
const seat = type('seat', 'Seat', { left: 3 });
const gift = type('gift', 'Supporter', { kind: 'donation', priceMinor: 500, suggestedMinor: 1_500 });
const gone = type('gone', 'Balcony', { left: 0 });
const terms = {
	currency: 'EUR',
	pricesIncludeTax: true,
	fee: null,
	feeBearer: 'organiser',
} as const;
const shop: DoorShop = {
	isOpen: true,
	types: [seat, gift, gone],
	terms,
	ways: ['cash', 'card', 'transfer'],
	isLive: true,
	drawer: null,
	allotment: {
		priceList: 'list',
		prices: { types: [{ ...seat, priceMinor: 2_000 }], terms },
		left: [{ ticketTypeId: 'seat', quantity: 2 }],
	},
	cashNotice: null,
	now: '2026-06-01T18:00:00Z',
};
const drawer: NonNullable<SalesView['drawer']> = {
	...{ id: 'drawer', device: 'Main gate', currency: 'EUR', openedMinor: 10_000, openedBy: 'Ada' },
	...{ openedAt: '2026-06-01T17:00:00Z', expectedMinor: 12_400, closed: null, sales: 1, soldMinor: 2_400 },
	unsentMinor: 0,
};
const view = (more: Partial<SalesView> = {}): SalesView => ({
	...{ shop, isConnected: true, error: null, queue: [], offlineLeft: new Map([['seat', 2]]), drawer },
	...more,
});
const sale = (more: Partial<DoorSale> = {}): DoorSale => ({
	...{ id: 'sale', kind: 'sale', state: 'paid', way: 'cash', orderId: 'order', orderCode: 'ABC123' },
	...{ currency: 'EUR', totalMinor: 4_800, dueMinor: 4_800, givenMinor: 5_000, changeMinor: 200 },
	attendees: ['1', '2'].map((id) => ({
		id,
		name: 'Walk-in',
		ticketTypeName: 'Seat',
		isAdmission: true,
		isCheckedIn: true,
	})),
	...{ url: 'https://foyer.example/checkout/abc', transferCode: null, expiresAt: null, device: 'Main gate' },
	...{ isOffline: false, soldAt: '2026-06-01T18:00:00Z' },
	...more,
});
const queued = (more: Partial<QueuedSale> = {}): QueuedSale => ({
	...{ nonce: 'nonce-1', items: [{ ticketTypeId: 'seat', quantity: 2 }], totalMinor: 4_000, dueMinor: 4_000 },
	...{ given: 5_000, name: '', email: '', checkIn: null, soldAt: '2026-06-01T18:00:00Z', clockOffsetMs: 0 },
	...{ priceList: 'list', drawerId: 'drawer', problem: null },
	...more,
});
const flow = (stage: Stage, more: Partial<SaleFlow> = {}): SaleFlow => ({
	...{ stage, cart: emptyCart(true), error: null, busy: null },
	...{ setCart: vi.fn(), toPay: vi.fn(), pay: vi.fn(), askDue: vi.fn() },
	...{ cancel: vi.fn(), back: vi.fn(), next: vi.fn() },
	...more,
});
const seats = [{ ticketTypeId: 'seat', quantity: 2 }];
const paying: Stage = {
	at: 'pay',
	items: seats,
	quote: quote(shop.types, seats, terms) as Quote,
	dueMinor: 4_800,
};
const pay = (props: { view?: SalesView; flow?: SaleFlow; payer?: { guestId: string; name: string } }) =>
	draw(
		<PayStep
			flow={props.flow ?? flow(paying)}
			view={props.view ?? view()}
			shop={shop}
			payer={props.payer ?? null}
			onOpenDrawer={() => {}}
		/>,
	);
const cash = (more: Partial<Parameters<typeof CashForm>[0]> = {}) =>
	draw(
		<CashForm
			dueMinor={4_800}
			totalMinor={4_800}
			currency="EUR"
			isBusy={false}
			onRecord={() => {}}
			{...more}
		/>,
	);

test('a cart takes what is left, and a donation for no less than its minimum', () => {
	const empty = emptyCart(true);
	const offers = offersOf(view());
	// Three are left, and two more are set aside for this device.
	expect(roomFor(empty, offers[0]!)).toBe(5);
	expect(roomFor(withCount(empty, 'seat', 5), offers[0]!)).toBe(0);
	expect(roomFor(withCount(empty, 'seat', 3), offers[1]!)).toBe(47);
	expect(itemsOf(withCount(withCount(empty, 'seat', 2), 'gift', 1), shop)).toEqual([
		{ ticketTypeId: 'seat', quantity: 2 },
		{ ticketTypeId: 'gift', quantity: 1, chosenMinor: 1_500 },
	]);
	const little = { ...withCount(empty, 'gift', 1), amounts: new Map([['gift', '4.99']]) };
	expect(itemsOf(little, shop)).toBeNull();
	const page = draw(<CartStep view={view()} shop={shop} cart={little} canEnter onChange={() => {}} />);
	expect(page).toContain('Enter €5.00 or more.');
	expect(page).toContain('Check in now');
	expect(page).toContain('€24.00 · <span class="font-medium text-ink">5 left');
	expect(page).toMatch(/disabled=""[^>]*><span[^>]*>Balcony.*?Sold out/s);
	expect(
		draw(<CartStep view={view()} shop={shop} cart={empty} canEnter={false} onChange={() => {}} />),
	).not.toContain('Check in now');
});

test('without a network only what is set aside is sold, at the stored prices, in cash', () => {
	const cut = view({ isConnected: false });
	expect(offersOf(cut).map(({ type: { id }, left }) => [id, left])).toEqual([['seat', 2]]);
	const page = draw(<CartStep view={cut} shop={shop} cart={emptyCart(true)} canEnter onChange={() => {}} />);
	expect(page).toMatch(/€20\.00.*?2 left/s);
	expect(draw(<OfflineNotice view={cut} />)).toMatch(/Offline: cash only.*?Seat: 2/s);
	expect(draw(<OfflineNotice view={view()} />)).toBe('');
	const ways = pay({ view: cut });
	expect(ways).toContain('only cash is possible now');
	expect(ways).not.toContain('Transfer</button>');
	const none = { ...cut, shop: { ...shop, allotment: null }, offlineLeft: new Map<string, number>() };
	expect(
		draw(<CartStep view={none} shop={none.shop} cart={emptyCart(true)} canEnter onChange={() => {}} />),
	).toContain('You need a connection to sell here');
	const payment = pay({ view: cut, payer: { guestId: '1', name: 'Ada' } });
	expect(payment).toContain('Take the payment once you’re back online');
	expect(payment).not.toContain('>Cash');
});

test('the three ways stand beside each other; cash needs an open drawer', () => {
	const page = pay({});
	for (const way of ['Cash', 'Card', 'Transfer']) expect(page).toContain(`${way}</button>`);
	expect(page).toContain('€48.00');
	expect(page).not.toContain('Test mode');
	const onlyCash: DoorShop = { ...shop, ways: ['cash'] };
	const drawn = (open: SalesView['drawer']) =>
		draw(
			<PayStep
				flow={flow(paying)}
				view={view({ shop: onlyCash, drawer: open })}
				shop={onlyCash}
				payer={null}
				onOpenDrawer={() => {}}
			/>,
		);
	expect(drawn(null)).toContain('The cash drawer is not open');
	expect(drawn(null)).not.toContain('Record sale');
	expect(drawn(drawer)).toContain('Record sale');
	const nothing: Stage = {
		at: 'pay',
		items: seats,
		quote: { ...(paying.quote as Quote), totalMinor: 0 },
		dueMinor: 0,
	};
	expect(pay({ flow: flow(nothing) })).toContain('Nothing to pay');
	expect(pay({ flow: flow(nothing) })).not.toContain('Card');
});

test('what is refused is said in place, in the words of the rule', () => {
	const error = new AppError('BUSINESS_RULE_VIOLATION', {
		userMessage: 'Only 1 ticket is left. Sell fewer.',
	});
	expect(pay({ flow: flow(paying, { error }) })).toMatch(
		/role="alert".*?Only 1 ticket is left\. Sell fewer\./s,
	);
});

test('cash: quick keys, what is due after rounding, and the change', () => {
	const page = cash();
	expect(page.match(/aria-pressed/g)).toHaveLength(6);
	expect(page).toMatch(/aria-pressed="true"[^>]*>.*?Exact/s);
	expect(page).toMatch(/€50\.00.*?€60\.00.*?€100\.00/s);
	expect(page).toMatch(/Change.*?€0\.00/s);
	expect(page).not.toContain('Rounded');
	expect(cash({ dueMinor: 2_455, totalMinor: 2_457, currency: 'CHF' })).toMatch(/Rounded from CHF\s24\.57/);
	expect(cash({ isBusy: true })).toContain('aria-busy="true"');
});

test('a card is paid on the guest’s phone, a transfer in their banking app', () => {
	const waiting = (more: Partial<DoorSale>) => {
		const one = sale({ state: 'waiting', way: 'card', ...more });
		return draw(
			<WaitingStep flow={flow({ at: 'waiting', sale: one })} sale={one} isConnected onDone={() => {}} />,
		);
	};
	expect(waiting({})).toContain('Ask the guest to scan this code and pay on their phone.');
	expect(waiting({})).toContain('Cancel sale');
	expect(waiting({ kind: 'payment' })).toContain('Pay another way');
	const transfer = waiting({ way: 'transfer', transferCode: 'BCD\n002' });
	expect(transfer).toContain('with their banking app');
	expect(transfer).toContain('The ticket is valid once the transfer has arrived.');
	expect(waiting({ way: 'transfer' })).toContain('it shows the bank details');
	expect(waiting({ state: 'ended' })).toContain('Time to pay has expired');
});

test('once it is sold the change, who went in, and the receipt are there', () => {
	const sold = (more: Partial<Parameters<typeof SoldStep>[0]> = {}) =>
		draw(
			<SoldStep
				{...{
					result: { kind: 'server', sale: sale() },
					entered: 2,
					isEntering: true,
					currency: 'EUR',
					email: '',
				}}
				isPayment={false}
				onNext={() => {}}
				{...more}
			/>,
		);
	expect(sold()).toMatch(
		/Paid.*?2 tickets sold.*?€2\.00.*?Checked in.*?Receipt and tickets on the guest’s phone/s,
	);
	expect(sold({ email: 'ada@people.example' })).toContain('Ticket and receipt go to ada@people.example');
	expect(sold({ email: 'ada@people.example' })).not.toContain('on the guest’s phone');
	expect(sold({ entered: 1 })).toContain('1 of 2 checked in.');
	expect(sold({ isEntering: false })).not.toContain('Checked in');
	const card = sold({ result: { kind: 'server', sale: sale({ way: 'card', changeMinor: null }) } });
	expect(card).not.toContain('Change');
	expect(sold({ isPayment: true, entered: 1 })).toMatch(/The ticket is valid now.*?Checked in.*?Done/s);
	expect(sold({ result: { kind: 'device', sale: queued() } })).toMatch(
		/Saved on this device.*?2 tickets sold.*?€10\.00.*?It is sent as soon as you’re back online/s,
	);
});

test('the drawer: closed, open with what should be in it, and the difference before it is confirmed', () => {
	expect(draw(<DrawerBar view={view({ drawer: null })} onCount={() => {}} />)).toMatch(
		/Cash drawer: not open.*?Open drawer/s,
	);
	expect(
		draw(<DrawerBar view={view({ drawer: { ...drawer, unsentMinor: 1_000 } })} onCount={() => {}} />),
	).toMatch(/In the drawer: €134\.00.*?Close drawer/s);
	const noCash = view({ drawer: null, shop: { ...shop, ways: ['card'] } });
	expect(draw(<DrawerBar view={noCash} onCount={() => {}} />)).toBe('');
	expect(draw(<Difference view={view()} countedMinor={12_000} />)).toContain('€4.00 too little');
	expect(draw(<Difference view={view()} countedMinor={12_500} />)).toContain('€1.00 too much');
	expect(draw(<Difference view={view()} countedMinor={12_400} />)).toContain('None');
	expect(draw(<CashNotice country="DE" />)).toContain('TSE');
	expect(draw(<CashNotice country="AT" />)).toContain('RKSV');
	expect(draw(<CashNotice country={null} />)).toBe('');
});

test('sales that wait are counted, refused ones say why and can be sent again', () => {
	const queue = (...sales: QueuedSale[]) =>
		draw(
			<SalesQueue view={view({ queue: sales })} till={{ retry: async () => {} }} timeZone="Europe/Berlin" />,
		);
	expect(queue()).toBe('');
	expect(queue(queued(), queued({ nonce: 'nonce-2' }))).toContain('2 sales wait for the network');
	const refused = queue(queued({ problem: 'The places are gone.' }));
	expect(refused).toMatch(/2 × Seat · €40\.00.*?The places are gone\..*?Try again/s);
	expect(refused).not.toContain('for the network');
});
