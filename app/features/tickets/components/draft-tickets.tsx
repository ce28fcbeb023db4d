import { atOnce } from '#app/lib/doing.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CapacityPool, TicketType } from '#shared/contracts/tickets.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import { fromPlanned } from '#shared/rules/planned-where-set.ts';
import type { NewTicketType, TicketActions, TicketTypeChanges } from '../api.ts';

/** From the file of the editor: what two files share, all pages load. */
const TicketTypesView = lazyPart(
	() => import('./ticket-types-editor.tsx').then((module) => module.TicketTypesView),
	<Skeleton className="h-56" />,
);

interface Offered {
	tickets: TicketType[];
	pools: CapacityPool[];
}

/** A ticket type of a draft that is in this browser alone, as a server would answer it. Fields that a stored draft lacks get their defaults. */
function draftTicket(id: string, currency: string, set: NewTicketType): TicketType {
	const { capacity = null, sharedPoolId = null, priceTiers = [], isHidden = false, isClosed = false } = set;
	const { taxReason = null } = set;
	return {
		id,
		name: set.name,
		description: set.description ?? '',
		kind: set.kind ?? 'free',
		priceMinor: set.priceMinor ?? 0,
		// A draft has no fee yet, and its prices hold their tax.
		totalMinor: set.priceMinor ?? 0,
		suggestedMinor: set.suggestedMinor ?? null,
		fairValueMinor: set.fairValueMinor ?? null,
		tiers: priceTiers.map(({ soldUpTo: _, ...tier }) => ({
			...tier,
			totalMinor: tier.priceMinor,
			left: null,
		})),
		taxBasisPoints: set.taxBasisPoints ?? 0,
		currency,
		salesStartAt: set.salesStartAt ?? null,
		salesEndAt: set.salesEndAt ?? null,
		minPerOrder: set.minPerOrder ?? 1,
		maxPerOrder: set.maxPerOrder ?? 10,
		admits: set.admits ?? 1,
		isAdmission: set.isAdmission ?? admitsByDefault(set.kind ?? 'free'),
		...fromPlanned(set),
		position: 0,
		state: 'closed',
		left: null,
		organiser: {
			capacity,
			confirmed: 0,
			held: 0,
			sharedPoolId,
			taxReason,
			priceTiers,
			isHidden,
			isClosed,
			version: 0,
		},
	};
}

function changed(type: TicketType, changes: TicketTypeChanges): TicketType {
	return draftTicket(type.id, type.currency, { ...type, ...type.organiser, ...changes });
}

/** Ticket types of a draft that is in this browser alone. */
export function DraftTickets(
	props: Offered & {
		currency: string;
		timeZone: string;
		emptyHint: string;
		onChange: (offered: Offered) => void;
	},
) {
	const { tickets, pools, currency, onChange } = props;
	const set = (part: Partial<Offered>) => onChange({ tickets, pools, ...part });
	const replace = <T extends { id: string }>(list: T[], next: T) =>
		list.map((one) => (one.id === next.id ? next : one));
	const actions: TicketActions = {
		refresh: async () => undefined,
		create: atOnce((body) => {
			const made = draftTicket(newIdempotencyKey(), currency, body);
			set({ tickets: [...tickets, made] });
			return made;
		}),
		update: atOnce(({ type, changes }) => {
			const next = changed(type, changes);
			set({ tickets: replace(tickets, next) });
			return next;
		}),
		remove: atOnce((type) => {
			set({ tickets: tickets.filter(({ id }) => id !== type.id) });
			return undefined;
		}),
		reorder: atOnce((ordered) => set({ tickets: ordered })),
		createPool: atOnce((body) => {
			const made = { id: newIdempotencyKey(), confirmed: 0, held: 0, ...body };
			set({ pools: [...pools, made] });
			return made;
		}),
		updatePool: atOnce((body) => {
			const next = { confirmed: 0, held: 0, ...body };
			set({ pools: replace(pools, next) });
			return next;
		}),
		removePool: atOnce((id) => {
			set({ pools: pools.filter((pool) => pool.id !== id) });
			return undefined;
		}),
	};
	return (
		<TicketTypesView
			event={{ currency, timeZone: props.timeZone, status: 'draft' }}
			types={tickets.map((type) => changed(type, {}))}
			pools={pools}
			pricing={{ currency, pricesIncludeTax: true, fee: null, feeBearer: 'organiser', isLive: true }}
			takesFairValues={false}
			actions={actions}
			mayEdit
			isBeforeSignIn
			emptyHint={props.emptyHint}
		/>
	);
}
