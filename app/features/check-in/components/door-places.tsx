import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { CheckInList, Gate } from '#shared/contracts/door-lists.ts';
import { useCheckInLists, useDoorActions, useGates } from '../organiser-api.ts';
import { ListDialog } from './list-dialog.tsx';

/** What is being done to a list or a gate. */
type Open =
	| { what: 'list'; list: CheckInList | null }
	| { what: 'gate'; gate: Gate | null }
	| { what: 'delete'; name: string; run: () => Promise<unknown> }
	| null;

/** Check-in lists and gates of an event; those who may not edit see them. */
export function DoorPlaces(props: { event: string; timeZone: string; mayEdit: boolean }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { event, timeZone, mayEdit } = props;
	const lists = useCheckInLists(event).data?.data ?? [];
	const gates = useGates(event).data?.data ?? [];
	const actions = useDoorActions(event);
	const [open, setOpen] = useState<Open>(null);
	const [isDeleting, setDeleting] = useState(false);
	const close = () => setOpen(null);

	async function remove(run: () => Promise<unknown>) {
		setDeleting(true);
		try {
			await run();
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
		setDeleting(false);
		close();
	}

	return (
		<div className="grid items-start gap-8 lg:grid-cols-2">
			<section className="flex flex-col gap-3" aria-labelledby="lists">
				<Head
					id="lists"
					title={t`Check-in lists`}
					text={t`Most events need one list.`}
					label={t`Add list`}
					onAdd={mayEdit ? () => setOpen({ what: 'list', list: null }) : null}
				/>
				<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
					{lists.map((list) => (
						<ListRow
							key={list.id}
							list={list}
							event={event}
							timeZone={timeZone}
							onEdit={mayEdit ? () => setOpen({ what: 'list', list }) : null}
							onDelete={
								mayEdit && !list.isDefault
									? () =>
											setOpen({
												what: 'delete',
												name: list.name,
												run: () => actions.deleteList.mutateAsync(list.id),
											})
									: null
							}
						/>
					))}
				</ul>
			</section>
			<section className="flex flex-col gap-3" aria-labelledby="gates">
				<Head
					id="gates"
					title={t`Gates`}
					text={t`Named entrances with separate counts.`}
					label={t`Add gate`}
					onAdd={mayEdit ? () => setOpen({ what: 'gate', gate: null }) : null}
				/>
				{gates.length === 0 ? (
					<p className="rounded-lg border border-dashed border-edge p-6 text-center text-muted">
						<Trans>Add a gate for each entrance.</Trans>
					</p>
				) : (
					<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
						{gates.map((gate) => (
							<li key={gate.id} className="flex items-center justify-between gap-3 py-2 ps-4 pe-2">
								<span className="min-w-0 truncate font-medium" dir="auto">
									{gate.name}
								</span>
								{mayEdit ? (
									<RowButtons
										name={gate.name}
										onEdit={() => setOpen({ what: 'gate', gate })}
										onDelete={() =>
											setOpen({
												what: 'delete',
												name: gate.name,
												run: () => actions.deleteGate.mutateAsync(gate.id),
											})
										}
									/>
								) : null}
							</li>
						))}
					</ul>
				)}
			</section>
			{open?.what === 'list' ? (
				<ListDialog event={event} timeZone={timeZone} list={open.list} onClose={close} />
			) : null}
			{open?.what === 'gate' ? <GateDialog event={event} gate={open.gate} onClose={close} /> : null}
			<ConfirmDialog
				isOpen={open?.what === 'delete'}
				onClose={close}
				title={t`Delete ${open?.what === 'delete' ? open.name : ''}?`}
				description={t`Past scans are kept.`}
				confirmLabel={t`Delete`}
				isPending={isDeleting}
				onConfirm={() => {
					if (open?.what === 'delete') void remove(open.run);
				}}
			/>
		</div>
	);
}

function Head(props: { id: string; title: string; text: string; label: string; onAdd: (() => void) | null }) {
	return (
		<div className="flex flex-wrap items-end justify-between gap-3">
			<div className="min-w-0 flex-1 basis-48">
				<h2 id={props.id} className="text-lg font-medium">
					{props.title}
				</h2>
				<p className="text-muted">{props.text}</p>
			</div>
			{props.onAdd ? (
				<Button size="sm" variant="outline" icon={Plus} onClick={props.onAdd}>
					{props.label}
				</Button>
			) : null}
		</div>
	);
}

function RowButtons(props: { name: string; onEdit: (() => void) | null; onDelete: (() => void) | null }) {
	const { t } = useLingui();
	return (
		<div className="flex shrink-0">
			{props.onEdit ? (
				<IconButton icon={Pencil} label={t`Edit ${props.name}`} onClick={props.onEdit} />
			) : null}
			{props.onDelete ? (
				<IconButton icon={Trash2} label={t`Delete ${props.name}`} onClick={props.onDelete} />
			) : null}
		</div>
	);
}

function ListRow(props: {
	list: CheckInList;
	event: string;
	timeZone: string;
	onEdit: (() => void) | null;
	onDelete: (() => void) | null;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { list, timeZone } = props;
	const types = useTicketTypes(props.event).data?.data ?? [];
	const scope = list.ticketTypeIds
		? types.filter((type) => list.ticketTypeIds?.includes(type.id)).map((type) => type.name)
		: [];
	const rules = [
		scope.length > 0 ? formats.list(scope) : t`All tickets`,
		list.opensAt ? t`from ${formats.dateTime(list.opensAt, timeZone)}` : '',
		list.closesAt ? t`until ${formats.dateTime(list.closesAt, timeZone)}` : '',
		list.allowsReentry ? t`re-entry allowed` : list.countsExits ? t`tracks exits` : '',
	].filter(Boolean);
	return (
		<li className="flex items-center justify-between gap-3 py-3 ps-4 pe-2">
			<div className="min-w-0">
				<p className="font-medium [overflow-wrap:anywhere]" dir="auto">
					{list.name}
				</p>
				<p className="text-sm text-muted" dir="auto">
					{rules.join(' · ')}
				</p>
				<p className="text-sm text-muted tabular-nums">
					<Trans>{formats.number(list.insideCount)} on site</Trans>
				</p>
			</div>
			<RowButtons name={list.name} onEdit={props.onEdit} onDelete={props.onDelete} />
		</li>
	);
}

function GateDialog(props: { event: string; gate: Gate | null; onClose: () => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { saveGate } = useDoorActions(props.event);
	const [name, setName] = useState(props.gate?.name ?? '');
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={props.gate ? t`Rename gate` : t`New gate`}
			footer={
				<Button type="submit" form="gate-form" isLoading={saveGate.isPending}>
					{t`Save`}
				</Button>
			}
		>
			<form
				id="gate-form"
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					saveGate.mutate({ gate: props.gate?.id ?? null, name }, { onSuccess: props.onClose });
				}}
			>
				<TextField
					label={t`Name`}
					value={name}
					onChange={(event) => setName(event.target.value)}
					error={saveGate.error ? errorText(saveGate.error) : undefined}
					maxLength={60}
					required
				/>
			</form>
		</Dialog>
	);
}
