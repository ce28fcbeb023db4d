import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { useCapacityPools, useTicketActions, useTicketTypes } from '../api.ts';
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
	const formats = useFormats();
	const errorText = useErrorText();
	const types = useTicketTypes(event.id);
	const pools = useCapacityPools(event.id);
	const actions = useTicketActions(event.id);
	const [open, setOpen] = useState<Open | null>(null);
	const [loads, setLoads] = useState(0);
	const [moved, setMoved] = useState('');
	// A row that moves keeps the focus: the browser drops it when it takes an element from one place to another.
	const keepFocus = useRef<HTMLElement>(null);
	const order = types.data?.data.map((type) => type.id).join();
	useEffect(() => {
		if (order) keepFocus.current?.focus();
		keepFocus.current = null;
	}, [order]);

	if (types.isPending) return <Spinner size={24} className="m-8" />;
	if (!types.data) {
		return (
			<EmptyState
				title={t`Ticket types couldn’t be loaded`}
				action={<Button onClick={() => void types.refetch()}>{t`Try again`}</Button>}
			/>
		);
	}
	const rows = types.data.data;
	const mayEdit = event.organisation?.permissions.includes('tickets.edit') ?? false;
	const opened = open && open.kind !== 'add' ? rows.find((type) => type.id === open.typeId) : undefined;
	const fail = (error: unknown) => toast({ variant: 'destructive', description: errorText(error) });

	function move(index: number, by: -1 | 1) {
		const to = index + by;
		const type = rows[index];
		if (!type || to < 0 || to >= rows.length || actions.reorder.isPending) return;
		const ordered = rows.toSpliced(index, 1).toSpliced(to, 0, type);
		const place = formats.number(to + 1);
		const count = formats.number(rows.length);
		setMoved(t`${type.name} is now ${place} of ${count}.`);
		keepFocus.current = document.activeElement as HTMLElement;
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
			{rows.some((type) => type.state === 'unavailable') ? (
				<Callout
					tone="info"
					title={t`Paid tickets can’t be sold yet`}
					action={
						<ButtonLink
							to="/stripe-connect-demo"
							variant="outline"
							size="sm"
						>{t`Payment account`}</ButtonLink>
					}
				>
					<Trans>Choose first how you want to get paid. Until then guests see the name and price only.</Trans>
				</Callout>
			) : null}
			{rows.length === 0 ? (
				<EmptyState
					drawing="ticket"
					title={t`No ticket types yet`}
					description={t`Add at least one so people can register.`}
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
							pricing={types.data.pricing}
							pool={pools.data?.data.find((pool) => pool.id === type.organiser?.sharedPoolId)}
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
			<CapacityPools pools={pools.data?.data ?? []} types={rows} actions={actions} mayEdit={mayEdit} />
			{open?.kind === 'add' || (open?.kind === 'edit' && opened) ? (
				<TicketTypeDialog
					key={loads}
					type={opened ?? null}
					event={event}
					pools={pools.data?.data ?? []}
					pricing={types.data.pricing}
					actions={actions}
					onReload={() => setLoads(loads + 1)}
					onClose={() => setOpen(null)}
				/>
			) : null}
			{open?.kind === 'delete' && opened ? (
				<DeleteTicketTypeDialog type={opened} actions={actions} onClose={() => setOpen(null)} />
			) : null}
		</section>
	);
}
