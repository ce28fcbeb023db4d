import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { refusedFields } from '#app/lib/form-errors.ts';
import { EventPlanHint } from '#app/shell/event-plan-hint.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { CheckInList } from '#shared/contracts/door-lists.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { type StaffLinkBody, useDoorPlaces } from '../api.ts';
import { linkBody, linkValues } from '../link-form.ts';
import { LinkDialog, toggle } from './link-fields.tsx';

/** What a staff link is called, may do, where, when and on how many devices. The label alone is enough. */
export function StaffLinkDialog(props: {
	event: string;
	timeZone: string;
	/** Null: a new one. */
	link: StaffLink | null;
	/** A new one begins with the permission to sell. */
	sells?: boolean;
	isPending: boolean;
	error: unknown;
	onSave: (body: StaffLinkBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { link, timeZone } = props;
	const [values, setValues] = useState(() =>
		linkValues(link, props.sells ? t`Box office` : t`Main gate`, timeZone, props.sells),
	);
	const { lists, gates } = useDoorPlaces(props.event);
	const { errorOf } = refusedFields(props.error);
	const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
	return (
		<LinkDialog
			{...props}
			note={!link || link.revokedAt ? <EventPlanHint event={props.event} need="staffLinks" /> : null}
			deviceLimitHint={t`0 = unlimited`}
			values={values}
			onChange={set}
			onSave={() => props.onSave(linkBody(values, timeZone))}
		>
			{lists.length > 1 ? (
				<Lists lists={lists} chosen={values.listIds} onChange={(listIds) => set({ listIds })} />
			) : null}
			{gates.length > 0 ? (
				<Select
					label={t`Gate`}
					isOptional
					hint={t`Saved with each scan.`}
					value={values.gateId}
					onChange={(event) => set({ gateId: event.target.value })}
					placeholder={t`Chosen on the device`}
					options={gates.map((gate) => ({ value: gate.id, label: gate.name }))}
				/>
			) : null}
			<div className="grid gap-5 sm:grid-cols-2">
				<DateTimeField
					label={t`Valid from`}
					isOptional
					value={values.starts}
					onChange={(starts) => set({ starts })}
					error={errorOf('startsAt')}
				/>
				<DateTimeField
					label={t`Valid until`}
					isOptional
					value={values.ends}
					onChange={(ends) => set({ ends })}
					error={errorOf('endsAt')}
				/>
			</div>
		</LinkDialog>
	);
}

/** @param props `chosen`: ids of lists; empty means all */
function Lists(props: {
	lists: readonly Pick<CheckInList, 'id' | 'name'>[];
	chosen: string[];
	onChange: (listIds: string[]) => void;
}) {
	const all = props.lists.map(({ id }) => id);
	const chosen = props.chosen.length === 0 ? all : props.chosen;
	return (
		<fieldset className="flex flex-col gap-3">
			<legend className="mb-2 text-sm font-medium">
				<Trans>Check-in lists</Trans>
			</legend>
			{props.lists.map(({ id, name }) => (
				<Checkbox
					key={id}
					label={name}
					checked={chosen.includes(id)}
					onChange={(event) => {
						const next = toggle(chosen, id, event.target.checked);
						// None left would mean all: the last one stays.
						if (next.length > 0) props.onChange(next.length === all.length ? [] : next);
					}}
				/>
			))}
		</fieldset>
	);
}
