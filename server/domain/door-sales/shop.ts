import type { DoorCaller } from '#server/domain/check-in/door-caller.ts';
import { getWaysToPay } from '#server/domain/orders/payment-view.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { databaseNow, poolsOf, priceTermsOf, tiersOpenNow } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import type { DoorShop } from '#shared/contracts/door-sales.ts';
import type { DoorSaleSettings } from '#shared/contracts/organiser-door-sales.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type DoorWay, doorWays } from '#shared/rules/door-sales.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';
import { readAllotment } from './allotments.ts';
import { findOpenDrawer } from './drawers.ts';
import { soldAtDoor } from './prices.ts';
import { sellerOf } from './seller.ts';
import { sellsNow } from './sells-now.ts';
import { readSettings } from './settings.ts';

/** Countries whose law asks for a certified cash register. */
const strictCountries = ['DE', 'AT'] as const;

/** The stock may be this old: places that others took meanwhile are refused by the sale. */
const shopTrustMs = 1_000;

/** Ways to pay at the door that are open now: of those that the event takes, cash always, the others where the organisation takes them. */
export async function openWays(
	services: Services,
	scope: { organisationId: string; eventId: string },
	settings: Pick<DoorSaleSettings, 'ways'>,
): Promise<DoorWay[]> {
	const { paymentMethods } = await getWaysToPay(services, {
		...scope,
		...{ isMonthly: false, change: null, boughtFrom: [] },
	});
	return doorWays.filter(
		(way) => settings.ways.includes(way) && (way === 'cash' || paymentMethods.includes(way)),
	);
}

/** What a device sells at the door, as it stands. */
export async function readShop(services: Services, door: DoorCaller, deviceId: string): Promise<DoorShop> {
	const { db } = services.database;
	const seller = sellerOf(door, { id: deviceId, name: '' });
	const [stock, settings, drawer, { countryCode }] = await Promise.all([
		stockStore(services).get(door.eventId, shopTrustMs),
		readSettings(db, door),
		findOpenDrawer(db, seller),
		getOrganisationSettings(db, door.organisationId),
	]);
	if (!stock || stock.organisationId !== door.organisationId) throw notFound('Event');
	const nowMs = databaseNow(stock);
	const allotment = await readAllotment(db, seller, { stock, settings });
	return {
		isOpen: sellsNow(stock, nowMs),
		types: soldAtDoor(stock, settings, nowMs).map((terms) => {
			const tiers = tiersOpenNow(stock, terms, nowMs);
			return {
				id: terms.id,
				name: terms.name,
				kind: terms.kind,
				priceMinor: terms.priceMinor,
				totalMinor: allInMinor({ ...terms, tiers }, priceTermsOf(stock)),
				suggestedMinor: terms.suggestedMinor,
				fairValueMinor: terms.fairValueMinor,
				taxBasisPoints: terms.taxBasisPoints,
				tiers: tiers.map(({ name, priceMinor, left }) => ({ name, priceMinor, left })),
				admits: terms.admits,
				left: ticketsLeft(poolsOf(stock, terms), terms.admits),
			};
		}),
		terms: priceTermsOf(stock),
		ways: await openWays(services, door, settings),
		isLive: stock.payment.isLive,
		drawer,
		allotment,
		cashNotice: strictCountries.find((country) => country === countryCode) ?? null,
		now: services.clock.now().toISOString(),
	};
}
