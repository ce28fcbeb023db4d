/*
 * Who is offered which freed tickets. In the order of the list; a party that does not fit is passed over by later, smaller ones only within
 * bounds, and then what it could use is saved for it for a while. So nobody waits behind later people without bound, and no place idles
 * without bound.
 */

const dayMs = 86_400_000;

/** Somebody who waits, in the order of the list. */
export interface WaitingEntry {
	id: string;
	/** How many tickets. */
	party: number;
	takesFewer: boolean;
	/** Any of these, the preferred first; types that are not sold now are left out. */
	ticketTypeIds: readonly string[];
	/** Places that were offered to later ones past it. */
	overtakenPlaces: number;
	/** From when on places are saved for it; null: nobody was passed over it yet. */
	savingSinceMs: number | null;
}

/** A ticket type that is on sale but for its places. */
export interface WaitedType {
	id: string;
	admits: number;
	minPerOrder: number;
	maxPerOrder: number;
	/** Pools without a limit may be among them. */
	poolIds: readonly string[];
}

/** Places of a pool that can be offered: those that are saved, and those that are free. */
export interface WaitedPool {
	saving: number;
	free: number;
}

export interface PlannedOffer {
	entryId: string;
	ticketTypeId: string;
	quantity: number;
	/** Places that it takes from each pool with a limit. */
	places: number;
	poolIds: string[];
}

export interface OfferPlan {
	offers: PlannedOffer[];
	/** Those who wait on with other bounds than before. */
	changed: { id: string; overtakenPlaces: number; savingSinceMs: number | null }[];
	/** What each pool goes on saving; the rest of its saving is offered, or released to the public. */
	kept: Map<string, number>;
	/** When the same list and places would be planned differently; null: not before something changes. */
	nextMs: number | null;
}

export interface OfferQuestion {
	entries: readonly WaitingEntry[];
	types: ReadonlyMap<string, WaitedType>;
	/** Pools with a limit. */
	pools: ReadonlyMap<string, WaitedPool>;
	nowMs: number;
	/** When nothing is offered any more: the start of the event. */
	untilMs: number;
}

interface Option {
	type: WaitedType;
	poolIds: string[];
	/** Tickets that it wants, and would take. */
	wanted: number;
	least: number;
}

interface Waiting {
	entry: WaitingEntry;
	options: Option[];
	overtakenPlaces: number;
	savingSinceMs: number | null;
	isSaving: boolean;
	/** Its time of saving has just ended: what it could use goes on. */
	isStartedAnew: boolean;
}

/** How long an entry is passed over, and then places are saved for it: a day, at most a tenth of the time that is left. */
export const patienceMs = (sinceMs: number, untilMs: number): number =>
	Math.min(dayMs, Math.max(0, (untilMs - sinceMs) / 10));

/** Places that may be offered past an entry: twice as many as it waits for. */
export const overtakingBound = (party: number, types: readonly Pick<WaitedType, 'admits'>[]): number =>
	2 * party * Math.max(1, ...types.map(({ admits }) => admits));

/** Plans the offers of an event whose places are held. Pure: the same question has the same answer. */
export function planOffers(question: OfferQuestion): OfferPlan {
	const { pools, nowMs, untilMs } = question;
	const left = new Map([...pools].map(([id, { saving, free }]) => [id, saving + free]));
	const setAside = new Map<string, number>();
	const waiting: Waiting[] = [];
	const offers: PlannedOffer[] = [];

	/** Tickets that an option could have now. */
	const reach = ({ type, poolIds, wanted }: Option) =>
		Math.max(0, Math.min(wanted, ...poolIds.map((id) => Math.floor((left.get(id) as number) / type.admits))));
	const take = ({ type, poolIds }: Option, quantity: number) => {
		for (const id of poolIds) left.set(id, (left.get(id) as number) - quantity * type.admits);
	};
	const findOption = (one: Waiting) => one.options.find((option) => reach(option) >= option.least);
	const save = (one: Waiting) => {
		one.isSaving = true;
		for (const option of one.options) {
			const quantity = reach(option);
			take(option, quantity);
			for (const id of option.poolIds)
				setAside.set(id, (setAside.get(id) ?? 0) + quantity * option.type.admits);
		}
	};
	const startSaving = (one: Waiting) => {
		one.savingSinceMs = nowMs;
		save(one);
	};
	/** Those before who could use some of the places of an option, and wait for more. */
	const passedOver = (option: Option) =>
		waiting.filter(
			(one) =>
				!one.isSaving &&
				one.options.some((own) => reach(own) > 0 && own.poolIds.some((id) => option.poolIds.includes(id))),
		);

	for (const entry of question.entries) {
		const one = openEntry(entry, question);
		for (;;) {
			const option = findOption(one);
			if (!option) {
				hold(one);
				break;
			}
			const quantity = reach(option);
			const places = quantity * option.type.admits;
			const passed = passedOver(option);
			const patient = passed.filter(
				({ overtakenPlaces, entry: { party }, options }) =>
					overtakenPlaces + places >
					overtakingBound(
						party,
						options.map(({ type }) => type),
					),
			);
			if (patient.length > 0) {
				// Enough were offered past these: from now on it is saved for them.
				for (const before of patient) startSaving(before);
				continue;
			}
			for (const before of passed) {
				before.overtakenPlaces += places;
				before.savingSinceMs ??= nowMs + patienceMs(nowMs, untilMs);
			}
			take(option, quantity);
			const { type, poolIds } = option;
			offers.push({ entryId: entry.id, ticketTypeId: type.id, quantity, places, poolIds });
			break;
		}
	}

	/** Somebody who does not fit waits on. */
	function hold(one: Waiting): void {
		waiting.push(one);
		const since = one.savingSinceMs;
		if (since === null || since > nowMs) return;
		if (nowMs < since + patienceMs(since, untilMs)) save(one);
		else Object.assign(one, { overtakenPlaces: 0, savingSinceMs: null, isStartedAnew: true });
	}

	// What nobody can use who comes later is saved at once, rather than sold past those who wait for more.
	const taken = takenFrom(offers);
	const isSaved = ({ poolIds }: Option) =>
		poolIds.some(
			(id) => (pools.get(id) as WaitedPool).saving > (taken.get(id) ?? 0) + (setAside.get(id) ?? 0),
		);
	for (const one of waiting)
		if (!one.isSaving && !one.isStartedAnew && one.options.some((own) => reach(own) > 0 && isSaved(own)))
			startSaving(one);

	const kept = new Map(
		[...pools].map(([id, { saving }]) => [
			id,
			Math.min(Math.max(0, saving - (taken.get(id) ?? 0)), setAside.get(id) ?? 0),
		]),
	);
	return { offers, changed: changedOf(waiting), kept, nextMs: nextOf(waiting, kept, question) };
}

/**
 * The offer that an entry could have of all places that are there, whoever else waits.
 * @returns the offer, or how many tickets are left where that is too few
 */
export function findOffer(
	entry: WaitingEntry,
	{ types, pools }: Pick<OfferQuestion, 'types' | 'pools'>,
): PlannedOffer | { left: number } {
	let most = 0;
	for (const { type, poolIds, wanted, least } of optionsOf(entry, { types, pools })) {
		const places = poolIds.map((id) => pools.get(id) as WaitedPool).map(({ saving, free }) => saving + free);
		const quantity = Math.min(wanted, ...places.map((count) => Math.floor(count / type.admits)));
		if (quantity >= least)
			return { entryId: entry.id, ticketTypeId: type.id, quantity, places: quantity * type.admits, poolIds };
		most = Math.max(most, quantity);
	}
	return { left: most };
}

function openEntry(entry: WaitingEntry, question: OfferQuestion): Waiting {
	const { overtakenPlaces, savingSinceMs } = entry;
	const options = optionsOf(entry, question);
	return { entry, options, overtakenPlaces, savingSinceMs, isSaving: false, isStartedAnew: false };
}

function optionsOf(entry: WaitingEntry, { types, pools }: Pick<OfferQuestion, 'types' | 'pools'>): Option[] {
	return entry.ticketTypeIds.flatMap((id): Option[] => {
		const type = types.get(id);
		if (!type) return [];
		const wanted = Math.min(entry.party, type.maxPerOrder);
		const least = entry.takesFewer ? type.minPerOrder : entry.party;
		const poolIds = type.poolIds.filter((poolId) => pools.has(poolId));
		return wanted >= Math.max(least, type.minPerOrder) ? [{ type, wanted, least, poolIds }] : [];
	});
}

function takenFrom(offers: readonly PlannedOffer[]): Map<string, number> {
	const taken = new Map<string, number>();
	for (const { poolIds, places } of offers)
		for (const id of poolIds) taken.set(id, (taken.get(id) ?? 0) + places);
	return taken;
}

const changedOf = (waiting: readonly Waiting[]): OfferPlan['changed'] =>
	waiting
		.filter(
			({ entry, overtakenPlaces, savingSinceMs }) =>
				entry.overtakenPlaces !== overtakenPlaces || entry.savingSinceMs !== savingSinceMs,
		)
		.map(({ entry, overtakenPlaces, savingSinceMs }) => ({ id: entry.id, overtakenPlaces, savingSinceMs }));

/** When a time of saving begins or ends, while there is something saved. */
function nextOf(
	waiting: readonly Waiting[],
	kept: ReadonlyMap<string, number>,
	{ nowMs, untilMs }: OfferQuestion,
): number | null {
	if (![...kept.values()].some((places) => places > 0)) return null;
	const instants = waiting.flatMap(({ savingSinceMs: since }) =>
		since === null ? [] : [since, since + patienceMs(since, untilMs)],
	);
	const next = Math.min(...instants.filter((instant) => instant > nowMs));
	return Number.isFinite(next) ? next : null;
}
