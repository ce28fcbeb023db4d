import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { EventPlanHint } from '#app/shell/event-plan-hint.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { CheckInList } from '#shared/contracts/door-lists.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type StaffLinkBody, useDoorPlaces } from '../api.ts';
import { linkBody, linkValues } from '../link-form.ts';
import { Permissions, PinField, toggle } from './link-fields.tsx';

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
	const problem = props.error instanceof AppError ? props.error : null;
	const errorOf = (field: string) => problem?.details.find((detail) => detail.field === field)?.message;
	const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
	function save(event: FormEvent) {
		event.preventDefault();
		void props.onSave(linkBody(values, timeZone));
	}

	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			size="lg"
			title={link ? t`Edit staff link` : t`New staff link`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>
						<Trans>Close</Trans>
					</Button>
					<Button type="submit" form="staff-link-form" isLoading={props.isPending}>
						{link ? t`Save` : t`Create link`}
					</Button>
				</>
			}
		>
			<form id="staff-link-form" noValidate className="flex flex-col gap-6" onSubmit={save}>
				{problem && problem.details.length === 0 ? <ErrorCallout error={problem} /> : null}
				{!link || link.revokedAt ? <EventPlanHint event={props.event} need="staffLinks" /> : null}
				<TextField
					label={t`Label`}
					hint={t`Appears with each check-in, e.g. Main gate`}
					value={values.label}
					onChange={(event) => set({ label: event.target.value })}
					error={errorOf('label')}
					maxLength={100}
					required
				/>
				<Permissions
					chosen={values.abilities}
					onChange={(abilities) => set({ abilities })}
					error={errorOf('abilities')}
				/>
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
				<NumberStepper
					label={t`Device limit`}
					hint={t`0 = unlimited`}
					value={values.deviceLimit}
					onChange={(deviceLimit) => set({ deviceLimit })}
					min={0}
					max={1_000}
				/>
				<PinField hasPin={link?.hasPin ?? false} values={values} onChange={set} error={errorOf('pin')} />
			</form>
		</Dialog>
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
