import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { refusedFields } from '#app/lib/form-errors.ts';
import { toggled } from '#app/lib/toggled.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { CheckInList } from '#shared/contracts/door-lists.ts';
import { isNarrowed, type ListReach } from '#shared/rules/door-lists.ts';
import { resolveWallTime, wallTimeOf } from '#shared/rules/event-times.ts';
import { useDoorActions } from '../organiser-api.ts';

/** What a check-in list lets in, when, and whether people go in and out. */
export function ListDialog(props: {
	event: string;
	timeZone: string;
	/** Null: a new one. */
	list: CheckInList | null;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { list, timeZone } = props;
	const { saveList } = useDoorActions(props.event);
	const types = useTicketTypes(props.event).data?.data ?? [];
	const wall = (instant: string | null | undefined) => (instant ? wallTimeOf(instant, timeZone) : null);
	const [name, setName] = useState(list?.name ?? '');
	const [typeIds, setTypeIds] = useState<string[] | null>(list?.ticketTypeIds ?? null);
	const [opens, setOpens] = useState(wall(list?.opensAt));
	const [closes, setCloses] = useState(wall(list?.closesAt));
	const [countsExits, setCountsExits] = useState(list?.countsExits ?? false);
	const [allowsReentry, setAllowsReentry] = useState(list?.allowsReentry ?? false);
	const { whole, errorOf } = refusedFields(saveList.error);
	const instant = (local: string | null) => (local ? resolveWallTime(local, timeZone).instant : null);

	const times = { opensAt: instant(opens), closesAt: instant(closes) };

	function save() {
		saveList.mutate(
			{
				list: list?.id ?? null,
				body: {
					name,
					ticketTypeIds: typeIds,
					...times,
					countsExits,
					allowsReentry: countsExits && allowsReentry,
				},
			},
			{ onSuccess: props.onClose },
		);
	}

	return (
		<FormDialog
			form="check-in-list-form"
			onClose={props.onClose}
			isPending={saveList.isPending}
			label={t`Save`}
			size="lg"
			title={list ? t`Edit check-in list` : t`New check-in list`}
			error={whole}
			className="flex flex-col gap-6"
			onSubmit={save}
		>
			<TextField
				label={t`Name`}
				hint={t`For example Entrance, Day 2 or Lounge`}
				value={name}
				onChange={(event) => setName(event.target.value)}
				error={errorOf('name')}
				maxLength={100}
				required
			/>
			{types.length > 1 ? (
				<AcceptedTickets
					types={types}
					chosen={typeIds}
					onChange={setTypeIds}
					error={errorOf('ticketTypeIds')}
				/>
			) : null}
			<div className="grid gap-5 sm:grid-cols-2">
				<DateTimeField
					label={t`Opens`}
					isOptional
					value={opens}
					onChange={setOpens}
					error={errorOf('opensAt')}
				/>
				<DateTimeField
					label={t`Closes`}
					isOptional
					value={closes}
					onChange={setCloses}
					error={errorOf('closesAt')}
				/>
			</div>
			<NarrowedNote before={list} after={{ ticketTypeIds: typeIds, ...times }} />
			<Switch
				label={t`Scan exits`}
				hint={t`Shows how many people are inside.`}
				checked={countsExits}
				onChange={(event) => setCountsExits(event.target.checked)}
			/>
			{countsExits ? (
				<Switch
					label={t`Allow re-entry`}
					hint={t`Guests who were scanned out can come back in.`}
					checked={allowsReentry}
					onChange={(event) => setAllowsReentry(event.target.checked)}
					error={errorOf('allowsReentry')}
				/>
			) : null}
		</FormDialog>
	);
}

const msOf = (at: string | null) => (at === null ? null : Date.parse(at));

type Reach = Pick<CheckInList, 'ticketTypeIds' | 'opensAt' | 'closesAt'>;

function reachOf({ ticketTypeIds, opensAt, closesAt }: Reach): ListReach {
	return { ticketTypeIds, opensAtMs: msOf(opensAt), closesAtMs: msOf(closesAt) };
}

/** Effects of a change to a list on guests who are checked in. */
function NarrowedNote({ before, after }: { before: CheckInList | null; after: Reach }) {
	if (!before || !isNarrowed(reachOf(before), reachOf(after))) return null;
	return (
		<Callout tone="warning">
			<Trans>
				Some guests who can enter now will be refused. If anyone has already entered, your check-in team is
				notified.
			</Trans>
		</Callout>
	);
}

/** @param props `chosen`: ids of ticket types; null means all */
function AcceptedTickets(props: {
	types: readonly { id: string; name: string }[];
	chosen: string[] | null;
	onChange: (chosen: string[] | null) => void;
	error: string | undefined;
}) {
	const all = props.types.map(({ id }) => id);
	const chosen = props.chosen ?? all;
	function toggle(id: string, isOn: boolean) {
		const next = toggled(chosen, id, isOn);
		if (next.length > 0) props.onChange(next.length === all.length ? null : next);
	}
	return (
		<fieldset className="flex flex-col gap-3">
			<legend className="mb-2 text-sm font-medium">
				<Trans>Tickets accepted</Trans>
			</legend>
			{props.types.map(({ id, name }) => (
				<Checkbox
					key={id}
					label={name}
					checked={chosen.includes(id)}
					onChange={(event) => toggle(id, event.target.checked)}
				/>
			))}
			{props.error ? <p className="text-sm text-danger">{props.error}</p> : null}
		</fieldset>
	);
}
