import type { Database } from '#server/db/client.ts';
import { pick } from '#shared/lib/pick.ts';
import { attendeeFieldNames } from '#shared/rules/attendee-fields.ts';
import type { DatasetId } from '#shared/rules/report-query.ts';
import { spellingsOf } from '#shared/rules/search-spellings.ts';

/** A row of a dataset as a plain object: `organisationId` and `eventId`, and its columns by id. */
export type ModelRow = Record<string, unknown> & { organisationId: string; eventId: string };
type Table = Record<string, unknown>[];
type Cell = string | number | boolean | Date | null;

const tables = [
	...['orders', 'order_items', 'order_lines', 'attendees', 'check_ins', 'payments', 'donations', 'answers'],
	...['questions', 'events', 'ticket_types', 'capacity_pools', 'gates', 'page_view_days'],
	...['codes', 'code_batches', 'waitlist_entries', 'waitlist_offers', 'group_bookings'],
	...['door_sales', 'cash_drawers', 'gift_cards', 'gift_card_purchases'],
	...['withdrawals', 'resale_listings', 'event_series', 'payouts'],
] as const;

/**
 * What reports should say, worked out by loops over all rows of the tables: an independent second way to the same figures. Whole numbers
 * are numbers, instants are dates.
 */
export async function readModel(database: Database): Promise<Record<DatasetId, ModelRow[]>> {
	const read: Record<string, Table> = {};
	for (const table of tables) {
		const { rows } = await database.pool.query(`SELECT * FROM ${table}`);
		read[table] = rows.map((row) =>
			Object.fromEntries(
				Object.entries(row).map(([name, value]) => [
					name,
					typeof value === 'string' && /_minor$|^(?:views|visitors)$/.test(name) ? Number(value) : value,
				]),
			),
		);
	}
	const all = (table: (typeof tables)[number]) => read[table] ?? [];
	const byId = (table: (typeof tables)[number]) => new Map(all(table).map((row) => [row.id, row]));
	const [events, types, orders, guests, questions, gates, pools] = (
		['events', 'ticket_types', 'orders', 'attendees', 'questions', 'gates', 'capacity_pools'] as const
	).map(byId) as Map<unknown, Record<string, unknown>>[];
	const sum = (rows: Table, column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
	const scopeOf = (row: Record<string, unknown>) => ({
		organisationId: row.organisation_id as string,
		eventId: row.event_id as string,
	});
	const seriesTitle = (id: unknown) => all('event_series').find((one) => one.id === id)?.title ?? null;
	const ofEvent = (eventId: unknown) => {
		const event = events?.get(eventId);
		const { title, starts_at, ends_at, status, city, category } = event ?? {};
		const eventSeries = seriesTitle(event?.series_id);
		const eventIsOver = event ? Number(ends_at) < Date.now() : null;
		return {
			...{
				event: title,
				eventSeries,
				eventStartsAt: starts_at,
				eventStatus: status,
				eventIsOver,
				city,
				category,
			},
		};
	};
	const ofOrder = (id: unknown) => {
		const { code, status, source, buyer_name, buyer_email } = orders?.get(id) ?? {};
		return { orderCode: code, orderStatus: status, source, buyerName: buyer_name, buyerEmail: buyer_email };
	};
	/** Names of the tiers among the lines of an order, for one ticket type or all. */
	const tierOf = (orderId: unknown, ticketTypeId?: unknown) => {
		const lines = all('order_lines').filter(
			(line) => line.order_id === orderId && (!ticketTypeId || line.ticket_type_id === ticketTypeId),
		);
		const names = new Set(lines.flatMap(({ tier_name }) => (tier_name ? [String(tier_name)] : [])));
		return names.size > 0 ? [...names].sort().join(', ') : null;
	};
	const accepted = (row: Record<string, unknown>) => row.verdict === 'accepted' && row.annulled_at === null;
	const entries = all('check_ins').filter((row) => accepted(row) && row.attendee_id !== null);
	const used = new Set(entries.map((row) => row.event_id));

	/** The newest answer to each question and its like in other events, of an order or of a guest in it. */
	const ofQuestions = (eventId: unknown, orderId: unknown, attendeeId: unknown) =>
		Object.fromEntries(
			all('questions').map((asked) => {
				const isAlike = ({ organisation_id, label, kind, scope }: Record<string, unknown>) =>
					organisation_id === asked.organisation_id &&
					String(label).toLowerCase() === String(asked.label).toLowerCase() &&
					kind === asked.kind &&
					scope === asked.scope;
				const [newest] = all('answers')
					.filter(
						(w) =>
							w.event_id === eventId &&
							isAlike(questions?.get(w.question_id) ?? {}) &&
							(asked.scope === 'order'
								? w.attendee_id === null && w.order_id === orderId
								: attendeeId !== null && w.attendee_id === attendeeId),
					)
					.sort((one, other) => Number(other.answered_at) - Number(one.answered_at));
				if (!newest) return [`question:${asked.id}`, null];
				if (!String(asked.kind).endsWith('_choice')) return [`question:${asked.id}`, newest.value];
				const choices = questions?.get(newest.question_id)?.choices as { id: string; label: string }[];
				const picked = [newest.value].flat() as string[];
				const known = choices.filter(({ id }) => picked.includes(id)).map(({ label }) => label);
				const others = picked.filter((id) => !choices.some((choice) => choice.id === id));
				return [`question:${asked.id}`, picked.length > 0 ? [...known, ...others].join(', ') : null];
			}),
		);

	return {
		orders: all('orders').map((o) => {
			const paid = all('payments').filter((p) => p.subject_id === o.id && p.subject_kind === 'order');
			return {
				...{
					...scopeOf(o),
					...ofEvent(o.event_id),
					...ofOrder(o.id),
					...ofQuestions(o.event_id, o.id, null),
				},
				...{ createdAt: o.created_at, confirmedAt: o.confirmed_at, cancelledAt: o.cancelled_at },
				...{ language: o.locale, currency: o.currency, total: o.total_minor, tier: tierOf(o.id) },
				places: sum(
					all('order_items').filter((i) => i.order_id === o.id),
					'places',
				),
				tax: sum(
					all('order_lines').filter((l) => l.order_id === o.id),
					'tax_minor',
				),
				paid: sum(paid, 'captured_minor'),
				refunded: sum(paid, 'refunded_minor'),
				fee: sum(
					paid.filter((p) => Number(p.captured_minor) > 0),
					'fee_minor',
				),
			};
		}),
		attendees: all('attendees').map((a) => {
			const times = entries.filter((c) => c.attendee_id === a.id).map((c) => Number(c.occurred_at));
			const { status, name, email } = a;
			return {
				...{ ...scopeOf(a), ...ofEvent(a.event_id), ...ofOrder(a.order_id) },
				...ofQuestions(a.event_id, a.order_id, a.id),
				...{ status, name, email, createdAt: a.created_at, cancelledAt: a.cancelled_at },
				...pick(a, attendeeFieldNames),
				ticketType: types?.get(a.ticket_type_id)?.name,
				isAdmission: types?.get(a.ticket_type_id)?.is_admission,
				tier: tierOf(a.order_id, a.ticket_type_id),
				checkedIn: times.length > 0,
				checkedInAt: times.length > 0 ? new Date(Math.min(...times)) : null,
				couldCome: Number(events?.get(a.event_id)?.ends_at) < Date.now() && used.has(a.event_id),
			};
		}),
		answers: all('answers').flatMap((w) => {
			const question = questions?.get(w.question_id) ?? {};
			const guest = guests?.get(w.attendee_id) ?? {};
			const values = Array.isArray(w.value) ? (w.value.length > 0 ? w.value : [null]) : [w.value];
			return values.map((value: unknown) => {
				const choices = question.choices as { id: string; label: string }[];
				const choice = choices.find(({ id }) => id === value)?.label;
				return {
					...{ ...scopeOf(w), ...ofEvent(w.event_id), ...ofOrder(w.order_id), orderId: w.order_id },
					...{ question: question.label, scope: question.scope, isArchived: question.archived_at !== null },
					answer: choice ?? (value === null ? null : String(value)),
					choice: choice ?? (question.kind === 'consent' ? String(value) : null),
					answeredBy: w.answered_by,
					answeredAt: w.answered_at,
					guest: guest.name,
					ticketStatus: guest.status,
					ticketType: types?.get(guest.ticket_type_id)?.name,
				};
			});
		}),
		check_ins: all('check_ins').map((c) => {
			const guest = guests?.get(c.attendee_id);
			const { verdict, direction, method, device } = c;
			return {
				...{ ...scopeOf(c), ...ofEvent(c.event_id), verdict, direction, method, device },
				...{ occurredAt: c.occurred_at, isReplayed: c.is_replayed, isUndone: c.annulled_at !== null },
				gate: gates?.get(c.gate_id)?.name,
				list: null,
				ticketType: types?.get(guest?.ticket_type_id)?.name,
				guest: guest?.name,
				attendeeId: c.attendee_id,
				isAdmission: types?.get(guest?.ticket_type_id)?.is_admission,
				isAccepted: accepted(c),
			};
		}),
		payments: all('payments')
			.filter((p) => p.subject_kind === 'order')
			.map((p) => {
				const { orderCode, buyerName } = ofOrder(p.subject_id);
				const { method, state, currency } = p;
				return {
					...{ ...scopeOf(p), ...ofEvent(p.event_id), orderCode, buyerName, method, state, currency },
					...{ createdAt: p.created_at, settledAt: p.settled_at, amount: p.amount_minor },
					...{
						tier: tierOf(p.subject_id),
						received: p.captured_minor,
						refunded: p.refunded_minor,
						fee: p.fee_minor,
					},
				};
			}),
		gifts: all('donations').map((d) => ({
			...{ ...scopeOf(d), ...ofEvent(d.event_id), source: d.source, way: d.way, message: d.message },
			...{ createdAt: d.created_at, donorName: d.donor_name, donorEmail: d.donor_email },
			...{ isAnonymous: d.is_anonymous, currency: d.currency, amount: d.amount_minor },
			...{ cover: d.cover_minor, refunded: d.refunded_minor },
		})),
		page_views: all('page_view_days').map((v) => {
			const day = v.viewed_on as Date;
			const pad = (part: number) => String(part).padStart(2, '0');
			const { source, views, visitors } = v;
			return {
				...{ ...scopeOf(v), ...ofEvent(v.event_id), source, views, visitors },
				// The driver reads a date as midnight of the machine's clock.
				day: `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`,
			};
		}),
		ticket_types: all('ticket_types').map((t) => {
			const pool = pools?.get(t.pool_id) ?? {};
			const size = pool.size as number | null;
			const [sold, held] = [Number(pool.confirmed), Number(pool.held)];
			return {
				...{ ...scopeOf(t), ...ofEvent(t.event_id), ticketType: t.name, kind: t.kind, currency: t.currency },
				...{ price: t.price_minor, salesStartAt: t.sales_start_at, salesEndAt: t.sales_end_at },
				...{ isClosed: t.is_closed, isHidden: t.is_hidden, isAdmission: t.is_admission, size, sold, held },
				left: size === null ? null : size - sold - held,
			};
		}),
		codes: all('codes').map((c) => {
			const batch = all('code_batches').find(({ id }) => id === c.batch_id);
			const { code, kind, uses, used } = c;
			return {
				...{ ...scopeOf(c), ...ofEvent(c.event_id), code, kind, uses, used, isBatch: c.batch_id !== null },
				...{ label: c.label || (batch?.label ?? null), currency: events?.get(c.event_id)?.currency },
				...{ amount: c.amount_minor, budget: c.budget_minor, saved: c.saved_minor },
				...{ startsAt: c.starts_at, endsAt: c.ends_at, createdAt: c.created_at },
			};
		}),
		waitlist: all('waitlist_entries').map((w) => {
			const made = all('waitlist_offers').filter((one) => one.entry_id === w.id);
			const { name, email, party, state } = w;
			return {
				...{ ...scopeOf(w), ...ofEvent(w.event_id), name, email, party, state, takesFewer: w.takes_fewer },
				...{ offers: made.length, lapsedOffers: made.filter((one) => one.state === 'lapsed').length },
				...{ joinedAt: w.created_at, endedAt: w.ended_at },
			};
		}),
		groups: all('group_bookings').map((g) => {
			const tickets = all('attendees').filter((one) => one.group_id === g.id);
			const type = types?.get(g.ticket_type_id);
			const kept = g.kept_ids as string[];
			const isEach = g.pays === 'each';
			const claimable = tickets.filter((one) => one.status === 'active' && !kept.includes(one.id as string));
			const places = isEach ? Number(g.places) : claimable.length;
			const ordered = tickets.filter(
				(one) => one.status !== 'cancelled' && one.ticket_type_id === g.ticket_type_id,
			);
			const units = Math.ceil(ordered.length / Number(type?.admits ?? 1));
			const taken = isEach
				? Math.min(places, units)
				: claimable.filter((one) => one.holder_version !== null).length;
			const { name, pays, state } = g;
			return {
				...{ ...scopeOf(g), ...ofEvent(g.event_id), name, pays, state, places, taken },
				...{ leader: g.leader_name, leaderEmail: g.leader_email, ticketType: type?.name ?? null },
				open: state === 'open' ? Math.max(places - taken, 0) : 0,
				...{ deadlineAt: g.deadline_at, createdAt: g.created_at, endedAt: g.ended_at },
			};
		}),
		gift_cards: all('gift_cards')
			.filter(({ state }) => state !== 'ordered')
			.map((c) => {
				const purchase = all('gift_card_purchases').find(({ id }) => id === c.purchase_id);
				const { last4: codeEnd, origin, state, currency, note } = c;
				const [issued, balance] = [Number(c.issued_minor), Number(c.balance_minor)];
				const [refunded, lapsed] = [Number(c.returned_minor), Number(c.lapsed_minor)];
				return {
					...{ ...scopeOf(c), codeEnd, origin, state, currency, note, issued, balance, refunded, lapsed },
					...{
						used: issued - balance - refunded - lapsed,
						isTest: c.is_test,
						expiresOn: dayOf(c.expires_on),
					},
					...{ issuedAt: c.issued_at, sentAt: c.sent_at },
					...{ recipientName: c.recipient_name, recipientEmail: c.recipient_email },
					...{ buyerName: purchase?.buyer_name ?? null, buyerEmail: purchase?.buyer_email ?? null },
				};
			}),
		withdrawals: all('withdrawals').map((w) => {
			const { name, email, reference, state, currency, obstacle } = w;
			return {
				...{ ...scopeOf(w), ...ofEvent(w.event_id), name, email, reference, state, obstacle },
				currency: currency ?? 'EUR',
				...{ receivedAt: w.received_at, decidedAt: w.decided_at, note: w.decision_note },
				...{ subject: w.subject_kind, refunded: w.refund_minor },
			};
		}),
		payouts: all('payouts').map((p) => {
			const { state, currency, failure } = p;
			return {
				...{ ...scopeOf(p), state, currency, failure, amount: p.amount_minor, reference: p.trace },
				...{ madeAt: p.made_at, arrivesAt: p.arrives_at, isAutomatic: p.is_automatic },
			};
		}),
		resale: all('resale_listings').map((l) => {
			const { state } = l;
			return {
				...{ ...scopeOf(l), ...ofEvent(l.event_id), state, listedAt: l.created_at, endedAt: l.ended_at },
				...{
					price: l.price_minor,
					kept: l.keep_minor,
					ticketType: types?.get(l.ticket_type_id)?.name ?? null,
				},
				...{ orderCode: ofOrder(l.order_id).orderCode, currency: orders?.get(l.order_id)?.currency },
				buyerOrderCode: state === 'sold' ? (ofOrder(l.buyer_order_id).orderCode ?? null) : null,
			};
		}),
		cash_drawers: all('cash_drawers').map((d) => {
			const { device, currency, note } = d;
			const isClosed = d.closed_at !== null;
			const expected = isClosed ? Number(d.expected_minor) + Number(d.late_minor) : null;
			return {
				...{ ...scopeOf(d), ...ofEvent(d.event_id), device, currency, note, expected },
				...{ openedAt: d.opened_at, closedAt: d.closed_at, openedBy: d.opened_by, closedBy: d.closed_by },
				...{ opened: d.opened_minor, counted: d.counted_minor },
				difference: isClosed ? Number(d.counted_minor) - Number(expected) : null,
			};
		}),
		door_sales: all('door_sales').map((s) => {
			const { kind, way, device, currency } = s;
			const { orderCode, orderStatus } = ofOrder(s.order_id);
			return {
				...{ ...scopeOf(s), ...ofEvent(s.event_id), kind, way, device, currency, orderCode, orderStatus },
				openedBy: all('cash_drawers').find(({ id }) => id === s.drawer_id)?.opened_by ?? null,
				...{ soldAt: s.sold_at, isOffline: s.is_offline },
				...{ total: s.total_minor, due: s.due_minor, given: s.given_minor },
			};
		}),
		events: all('events').map((e) => {
			const addOns = new Set(all('ticket_types').flatMap((t) => (t.is_admission ? [] : [t.pool_id])));
			const ownPools = all('capacity_pools').filter(
				(p) => p.event_id === e.id && !p.is_shared && !p.is_plan && !addOns.has(p.id),
			);
			const { status, visibility, format, category, city } = e;
			const series = seriesTitle(e.series_id);
			return {
				...{ organisationId: e.organisation_id as string, eventId: e.id as string, event: e.title },
				...{
					series,
					status,
					visibility,
					format,
					category,
					city,
					country: e.country_code,
					venue: e.venue_name,
				},
				...{ startsAt: e.starts_at, endsAt: e.ends_at, publishedAt: e.published_at, createdAt: e.created_at },
				sold: sum(ownPools, 'confirmed'),
				held: sum(ownPools, 'held'),
				// Without a ticket type that lets anybody in there is none to show.
				capacity:
					ownPools.length === 0 || ownPools.some((p) => p.size === null) ? null : sum(ownPools, 'size'),
			};
		}),
	};
}

type Rows = readonly ModelRow[];
const count = (rows: Rows, holds: (row: ModelRow) => unknown = () => true) => rows.filter(holds).length;
const total = (rows: Rows, column: string, holds: (row: ModelRow) => unknown = () => true) =>
	rows.filter(holds).reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
const different = (rows: Rows, value: (row: ModelRow) => unknown) =>
	new Set(rows.map(value).filter((one) => one !== null && one !== undefined && one !== '')).size;
const share = (of: number, per: number) => (per === 0 ? null : Math.round((of / per) * 1e4) / 1e4);
const average = (of: number, per: number) => (per === 0 ? null : Math.round(of / per));
const lower = (column: string) => (row: ModelRow) => String(row[column] ?? '').toLowerCase();

const confirmed = (row: ModelRow) => row.orderStatus === 'confirmed';
const active = (row: ModelRow) => row.status === 'active';
const isGuest = (row: ModelRow) => active(row) && row.isAdmission;
const came = (row: ModelRow) => isGuest(row) && row.checkedIn;
/** The driver reads a day as midnight of the machine. */
const dayOf = (value: unknown) =>
	value instanceof Date ? value.toLocaleDateString('sv-SE') : (value as string | null);
const isSold = (row: ModelRow) => row.state === 'sold';
const isLimited = (row: ModelRow) => row.capacity !== null;

/** Every measure, by hand. */
export const modelMeasures: Record<DatasetId, Record<string, (rows: Rows) => number | null>> = {
	orders: {
		orders: (rows) => count(rows),
		confirmedOrders: (rows) => count(rows, confirmed),
		places: (rows) => total(rows, 'places', confirmed),
		buyers: (rows) => different(rows, lower('buyerEmail')),
		total: (rows) => total(rows, 'total', confirmed),
		averageOrder: (rows) => average(total(rows, 'total', confirmed), count(rows, confirmed)),
		tax: (rows) => total(rows, 'tax', confirmed),
		paid: (rows) => total(rows, 'paid'),
		refunded: (rows) => total(rows, 'refunded'),
		fees: (rows) => total(rows, 'fee'),
	},
	attendees: {
		tickets: (rows) => count(rows),
		activeTickets: (rows) => count(rows, active),
		guests: (rows) => count(rows, isGuest),
		checkedIn: (rows) => count(rows, came),
		checkInRate: (rows) => share(count(rows, came), count(rows, isGuest)),
		noShows: (rows) => count(rows, (row) => isGuest(row) && !row.checkedIn && row.couldCome),
		addresses: (rows) => different(rows, lower('email')),
	},
	answers: {
		answers: (rows) => count(rows),
		people: (rows) => different(rows, (row) => row.orderId),
	},
	check_ins: {
		scans: (rows) => count(rows),
		accepted: (rows) => count(rows, (row) => row.isAccepted),
		refused: (rows) => count(rows, (row) => row.verdict !== 'accepted' && row.verdict !== 'left'),
		guests: (rows) => different(rows, (row) => (row.isAccepted && row.isAdmission ? row.attendeeId : null)),
		acceptedShare: (rows) =>
			share(
				count(rows, (row) => row.isAccepted),
				count(rows),
			),
	},
	payments: {
		payments: (rows) => count(rows),
		received: (rows) => total(rows, 'received'),
		refunded: (rows) => total(rows, 'refunded'),
		kept: (rows) => total(rows, 'received') - total(rows, 'refunded'),
		fees: (rows) => total(rows, 'fee', (row) => Number(row.received) > 0),
	},
	gifts: {
		gifts: (rows) => count(rows),
		donors: (rows) => different(rows, lower('donorEmail')),
		amount: (rows) => total(rows, 'amount'),
		refunded: (rows) => total(rows, 'refunded'),
		kept: (rows) => total(rows, 'amount') - total(rows, 'refunded'),
		averageGift: (rows) => average(total(rows, 'amount'), count(rows)),
	},
	page_views: {
		views: (rows) => total(rows, 'views'),
		visitors: (rows) => total(rows, 'visitors'),
	},
	ticket_types: {
		ticketTypes: (rows) => count(rows),
		sold: (rows) => total(rows, 'sold'),
		held: (rows) => total(rows, 'held'),
		left: (rows) => total(rows, 'left'),
		size: (rows) => total(rows, 'size'),
		occupancy: (rows) =>
			share(
				total(rows, 'sold', (row) => row.size !== null),
				total(rows, 'size'),
			),
	},
	codes: {
		codes: (rows) => count(rows),
		usedCodes: (rows) => count(rows, (row) => Number(row.used) > 0),
		used: (rows) => total(rows, 'used'),
		saved: (rows) => total(rows, 'saved'),
		savedEach: (rows) => average(total(rows, 'saved'), total(rows, 'used')),
	},
	waitlist: {
		entries: (rows) => count(rows),
		tickets: (rows) => total(rows, 'party'),
		boughtShare: (rows) =>
			share(
				count(rows, (row) => row.state === 'bought'),
				count(rows),
			),
	},
	gift_cards: {
		cards: (rows) => count(rows),
		usedCards: (rows) => count(rows, (row) => Number(row.used) > 0),
		issued: (rows) => total(rows, 'issued'),
		balance: (rows) => total(rows, 'balance'),
		used: (rows) => total(rows, 'used'),
		refunded: (rows) => total(rows, 'refunded'),
		lapsed: (rows) => total(rows, 'lapsed'),
	},
	withdrawals: {
		withdrawals: (rows) => count(rows),
		accepted: (rows) => count(rows, (row) => row.state === 'accepted'),
		refunded: (rows) => total(rows, 'refunded'),
	},
	payouts: {
		payouts: (rows) => count(rows),
		paid: (rows) => total(rows, 'amount', (row) => row.state === 'paid'),
		onItsWay: (rows) => total(rows, 'amount', ({ state }) => state === 'pending' || state === 'in_transit'),
	},
	resale: {
		listings: (rows) => count(rows),
		sold: (rows) => count(rows, isSold),
		price: (rows) => total(rows, 'price', isSold),
		kept: (rows) => total(rows, 'kept', isSold),
	},
	cash_drawers: {
		drawers: (rows) => count(rows),
		open: (rows) => count(rows, (row) => row.closedAt === null),
		counted: (rows) => total(rows, 'counted'),
		difference: (rows) => total(rows, 'difference'),
	},
	door_sales: {
		sales: (rows) => count(rows),
		paidSales: (rows) => count(rows, confirmed),
		offlineSales: (rows) => count(rows, (row) => row.isOffline),
		paid: (rows) => total(rows, 'total', confirmed),
		cash: (rows) => total(rows, 'due'),
	},
	groups: {
		groups: (rows) => count(rows),
		places: (rows) => total(rows, 'places'),
		taken: (rows) => total(rows, 'taken'),
		open: (rows) => total(rows, 'open'),
		takenShare: (rows) => share(total(rows, 'taken'), total(rows, 'places')),
	},
	events: {
		events: (rows) => count(rows),
		sold: (rows) => total(rows, 'sold'),
		held: (rows) => total(rows, 'held'),
		capacity: (rows) => total(rows, 'capacity'),
		occupancy: (rows) => share(total(rows, 'sold', isLimited), total(rows, 'capacity')),
	},
};

/** The calendar of an instant or a day on a clock. */
function wallOf(value: Cell, timeZone: string): Temporal.PlainDateTime | null {
	if (value === null || value === undefined) return null;
	if (value instanceof Date)
		return Temporal.Instant.fromEpochMilliseconds(value.getTime())
			.toZonedDateTimeISO(timeZone)
			.toPlainDateTime();
	return Temporal.PlainDate.from(String(value)).toPlainDateTime();
}

/** A time as a group shows it. */
export function modelGrain(value: unknown, grain: string, timeZone: string): string | number | null {
	const wall = wallOf(value as Cell, timeZone);
	if (!wall) return null;
	const date = wall.toPlainDate();
	switch (grain) {
		case 'hour':
			return `${date}T${String(wall.hour).padStart(2, '0')}:00`;
		case 'day':
			return date.toString();
		case 'week':
			return date.subtract({ days: date.dayOfWeek - 1 }).toString();
		case 'month':
			return date.with({ day: 1 }).toString();
		case 'quarter':
			return date.with({ day: 1, month: Math.floor((date.month - 1) / 3) * 3 + 1 }).toString();
		case 'year':
			return date.with({ day: 1, month: 1 }).toString();
		case 'weekday':
			return date.dayOfWeek;
		default:
			return wall.hour;
	}
}

/** Whether a row is let through by a filter; `fold` is how searches see a text. */
export function modelFilter(
	row: ModelRow,
	filter: { column: string; is: string; values: readonly (string | number | boolean)[] },
	on: { timeZone: string; now: Date; fold: (text: string) => string },
): boolean {
	const value = (filter.column === 'event' ? row.eventId : row[filter.column]) as Cell | undefined;
	const [first, second] = filter.values;
	const wall =
		value instanceof Date || /^\d{4}-\d\d-\d\d$/.test(String(value))
			? wallOf(value as Cell, on.timeZone)
			: null;
	const day = wall?.toPlainDate().toString();
	const today = wallOf(on.now, on.timeZone)?.toPlainDate() as Temporal.PlainDate;
	const isTime = typeof first === 'string' && /^\d{4}-\d\d-\d\d$/.test(first) && day !== undefined;
	const compared = isTime ? day : value;
	const spelled = () => spellingsOf(String(first)).map(on.fold);
	const isNothing = value === null || value === undefined;
	switch (filter.is) {
		case 'empty':
			return isNothing || value === '';
		case 'not_empty':
			return !isNothing && value !== '';
		case 'is':
			return !isNothing && filter.values.includes(value as never);
		case 'is_not':
			return isNothing || !filter.values.includes(value as never);
		case 'contains':
			return !isNothing && spelled().some((one) => on.fold(String(value)).includes(one));
		case 'starts':
			return !isNothing && spelled().some((one) => on.fold(String(value)).startsWith(one));
		case 'at_least':
			return !isNothing && (compared as number) >= (first as number);
		case 'at_most':
			return !isNothing && (compared as number) <= (first as number);
		case 'between':
			return (
				!isNothing && (compared as number) >= (first as number) && (compared as number) <= (second as number)
			);
		case 'last_days': {
			const from = today.subtract({ days: Number(first) - 1 }).toString();
			return day !== undefined && day >= from && day <= today.toString();
		}
		default: {
			const to = today.add({ days: Number(first) - 1 }).toString();
			return day !== undefined && day >= today.toString() && day <= to;
		}
	}
}
