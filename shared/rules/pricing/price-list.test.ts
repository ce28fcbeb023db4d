import { expect, test } from 'vitest';
import { priceList } from './price-list.ts';

const seat = {
	id: 'seat',
	name: 'Seat',
	kind: 'paid' as const,
	priceMinor: 2_400,
	taxBasisPoints: 0,
	isClosed: false,
	position: 1,
};
const terms = {
	currency: 'EUR',
	pricesIncludeTax: true,
	fee: { basisPoints: 250, fixedMinor: 50 },
	feeBearer: 'organiser' as const,
};
const amounts = (list: ReturnType<typeof priceList>) =>
	list.map(({ ticketTypeId, buyerPaysMinor, organiserGetsMinor }) => [
		ticketTypeId,
		buyerPaysMinor,
		organiserGetsMinor,
	]);

test('what is offered, in its order, with what the guest pays and what comes back', () => {
	const free = { ...seat, id: 'free', kind: 'free' as const, priceMinor: 0, position: 0 };
	const closed = { ...seat, id: 'closed', isClosed: true };
	expect(amounts(priceList([seat, closed, free], terms))).toEqual([
		['free', 0, 0],
		['seat', 2_400, 2_290],
	]);
	expect(amounts(priceList([seat], { ...terms, fee: null }))).toEqual([['seat', 2_400, 2_400]]);
});

test('a guest who bears the fee pays it on top; an early price counts; a price too small for cards is still shown', () => {
	expect(amounts(priceList([seat], { ...terms, feeBearer: 'buyer' }))).toEqual([['seat', 2_510, 2_400]]);
	const early = { ...seat, tiers: [{ name: 'Early', priceMinor: 1_000, left: null }] };
	expect(amounts(priceList([early], terms))).toEqual([['seat', 1_000, 925]]);
	expect(amounts(priceList([{ ...seat, priceMinor: 1 }], terms))).toEqual([['seat', 1, 1]]);
});
