import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { useRestart } from '#app/lib/use-restart.ts';
import { cameFrom } from '#app/shell/came-from.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { CapacityPool, PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { type TicketActions, useCapacityPools, useTicketActions, useTicketTypes } from '../api.ts';
import type { TicketsEvent } from '../ticket-type-form.ts';
import { CapacityPools } from './capacity-pools.tsx';
import { DeleteTicketTypeDialog } from './delete-ticket-type-dialog.tsx';
import { TicketTypeDialog } from './ticket-type-dialog.tsx';
import { TicketTypeRow } from './ticket-type-row.tsx';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; typeId: string };

/**
 * What an event offers: ticket types with their numbers, in the order in which guests see them, and the places that several of them
 * share. Part of the page that edits an event.
 */
export function TicketTypesEditor({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const types = useTicketTypes(event.id);
	const pools = useCapacityPools(event.id);
	const actions = useTicketActions(event.id);
	if (types.isPending) return <Spinner size={24} className="m-8" />;
	if (!types.data) {
		return (
			<EmptyState
				title={t`Ticket types couldn’t be loaded`}
				action={<Button onClick={() => void types.refetch()}>{t`Try again`}</Button>}
			/>
		);
	}
	return (
		<TicketTypesView
			event={event}
			types={types.data.data}
			pools={pools.data?.data ?? []}
			pricing={types.data.pricing}
			takesFairValues={types.data.takesFairValues ?? false}
			actions={actions}
			mayEdit={event.organisation?.permissions.includes('tickets.edit') ?? false}
			emptyHint={t`Add at least one so people can register.`}
		/>
	);
}

interface ViewProps {
	event: TicketsEvent;
	types: TicketType[];
	pools: CapacityPool[];
	pricing: PricingTerms;
	takesFairValues: boolean;
	actions: TicketActions;
	mayEdit: boolean;
	/** Said while there is none. */
	emptyHint: string;
	isBeforeSignIn?: boolean | undefined;
}

/** Ticket types and what can be done with them, wherever they are saved. */
export function TicketTypesView(props: ViewProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const showError = useErrorToast();
	const { event, types: rows, pools, pricing, actions, mayEdit } = props;
	const [open, setOpen] = useState<Open | null>(null);
	const [moved, setMoved] = useState('');
	// A row that moves has the focus again: the browser drops it when it takes an element from one place to another.
	const focused = useRef<HTMLElement>(null);
	const order = rows.map((type) => type.id).join();
	useEffect(() => {
		if (order) focused.current?.focus();
		focused.current = null;
	}, [order]);

	const fail = (error: unknown) => showError(error);

	function move(index: number, by: -1 | 1) {
		const to = index + by;
		const type = rows[index];
		if (!type || to < 0 || to >= rows.length || actions.reorder.isPending) return;
		const ordered = rows.toSpliced(index, 1).toSpliced(to, 0, type);
		const place = formats.number(to + 1);
		const count = formats.number(rows.length);
		setMoved(t`${type.name} is now ${place} of ${count}.`);
		focused.current = document.activeElement as HTMLElement;
		actions.reorder.mutate(ordered, { onError: fail });
	}
	function onKeyDown(pressed: KeyboardEvent<HTMLElement>) {
		const by = pressed.key === 'ArrowUp' ? -1 : pressed.key === 'ArrowDown' ? 1 : 0;
		const row = (pressed.target as HTMLElement).closest<HTMLElement>('[data-type]');
		if (!pressed.altKey || by === 0 || !row || !mayEdit) return;
		pressed.preventDefault();
		move(
			rows.findIndex((type) => type.id === row.dataset.type),
			by,
		);
	}
	const setClosed = (type: TicketType, isClosed: boolean) =>
		actions.update.mutate({ type, changes: { isClosed } }, { onError: fail });

	return (
		<section
			id="tickets"
			aria-labelledby="ticket-types"
			className="flex scroll-mt-24 flex-col gap-5 rounded-lg border border-hairline bg-surface p-5"
		>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="ticket-types" className="text-lg font-semibold">
					<Trans>Tickets</Trans>
				</h2>
				{mayEdit ? (
					<Button icon={Plus} variant="outline" onClick={() => setOpen({ kind: 'add' })}>
						{t`Add ticket type`}
					</Button>
				) : null}
			</div>
			{rows.some((type) => type.state === 'unavailable') ? <WaitsForPayments event={event} /> : null}
			{rows.length === 0 ? (
				<EmptyState
					drawing="ticket"
					title={t`No ticket types yet`}
					description={props.emptyHint}
					action={
						mayEdit ? (
							<Button onClick={() => setOpen({ kind: 'add' })}>{t`Add ticket type`}</Button>
						) : undefined
					}
				/>
			) : (
				<ul
					onKeyDown={onKeyDown}
					className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
				>
					{rows.map((type, index) => (
						<TicketTypeRow
							key={type.id}
							type={type}
							event={event}
							pricing={pricing}
							pool={pools.find((pool) => pool.id === type.organiser?.sharedPoolId)}
							mayEdit={mayEdit}
							isFirst={index === 0}
							isLast={index === rows.length - 1}
							onMove={(by) => move(index, by)}
							onEdit={() => setOpen({ kind: 'edit', typeId: type.id })}
							onDelete={() => setOpen({ kind: 'delete', typeId: type.id })}
							onSetClosed={(isClosed) => setClosed(type, isClosed)}
						/>
					))}
				</ul>
			)}
			<p role="status" className="sr-only">
				{moved}
			</p>
			<CapacityPools pools={pools} types={rows} actions={actions} mayEdit={mayEdit} />
			<OpenDialog {...props} open={open} onClose={() => setOpen(null)} />
		</section>
	);
}

/** The form of a ticket type, or the question before one is deleted. */
function OpenDialog(props: ViewProps & { open: Open | null; onClose: () => void }) {
	const { types, actions, open, onClose } = props;
	const opened = open && open.kind !== 'add' ? types.find((type) => type.id === open.typeId) : undefined;
	const { key, restartFrom } = useRestart(opened?.organiser?.version);
	if (open?.kind === 'delete' && opened)
		return <DeleteTicketTypeDialog type={opened} actions={actions} onClose={onClose} />;
	if (open?.kind !== 'add' && !opened) return null;
	return (
		<TicketTypeDialog
			key={key}
			type={opened ?? null}
			event={props.event}
			pools={props.pools}
			pricing={props.pricing}
			takesFairValues={props.takesFairValues}
			isBeforeSignIn={props.isBeforeSignIn}
			actions={actions}
			onReload={restartFrom}
			onClose={onClose}
		/>
	);
}

/** Tickets have a price, and nothing yet takes money. */
function WaitsForPayments({ event }: { event: TicketsEvent }) {
	const { t } = useLingui();
	const { pathname } = useLocation();
	return (
		<Callout
			tone="info"
			title={t`Paid tickets can’t be sold yet`}
			action={
				<ButtonLink
					to="/stripe-connect-demo"
					state={event.title ? cameFrom(event.title, pathname) : undefined}
					variant="outline"
					size="sm"
				>
					{t`Payment account`}
				</ButtonLink>
			}
		>
			<Trans>Choose first how you want to get paid. Until then guests see the name and price only.</Trans>
		</Callout>
	);
}
