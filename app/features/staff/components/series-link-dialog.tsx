import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import {
	DEFAULT_CLOSES_AFTER,
	DEFAULT_OPENS_BEFORE,
	type SeriesStaffLink,
} from '#shared/contracts/series-staff-links.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { defaultStaffAbilities } from '#shared/rules/staff-abilities.ts';
import type { SeriesLinkBody } from '../api.ts';
import { useMinutesText } from '../minutes-text.ts';
import { Permissions, PinField } from './link-fields.tsx';

const OPENS = [0, 30, 60, 120, 180, 360, 720, 1_440];
const CLOSES = [0, 30, 60, 120, 180, 360, 720, 1_440];

/** What a staff link of a series is called and may do, and how long each date is open. The label alone is enough. */
export function SeriesLinkDialog(props: {
	/** Null: a new one. */
	link: SeriesStaffLink | null;
	isPending: boolean;
	error: unknown;
	onSave: (body: SeriesLinkBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { link } = props;
	const [values, setValues] = useState(() => ({
		label: link?.label ?? t`Main gate`,
		abilities: link?.abilities ?? defaultStaffAbilities,
		opensBeforeMinutes: link?.opensBeforeMinutes ?? DEFAULT_OPENS_BEFORE,
		closesAfterMinutes: link?.closesAfterMinutes ?? DEFAULT_CLOSES_AFTER,
		deviceLimit: link?.deviceLimit ?? 0,
		pin: '',
		dropsPin: false,
	}));
	const problem = props.error instanceof AppError ? props.error : null;
	const errorOf = (field: string) => problem?.details.find((detail) => detail.field === field)?.message;
	const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
	function save(event: FormEvent) {
		event.preventDefault();
		const { pin, dropsPin, deviceLimit, ...rest } = values;
		void props.onSave({
			...rest,
			deviceLimit: deviceLimit || null,
			...(pin ? { pin } : dropsPin ? { pin: null } : {}),
		});
	}
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			size="lg"
			title={link ? t`Edit staff link` : t`New staff link`}
			description={t`Opens the date that is on, and the next one after it, all season.`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>
						<Trans>Close</Trans>
					</Button>
					<Button type="submit" form="series-link-form" isLoading={props.isPending}>
						{link ? t`Save` : t`Create link`}
					</Button>
				</>
			}
		>
			<form id="series-link-form" noValidate className="flex flex-col gap-6" onSubmit={save}>
				{problem && problem.details.length === 0 ? <ErrorCallout error={problem} /> : null}
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
				<div className="grid gap-5 sm:grid-cols-2">
					<MinutesField
						label={t`Opens before the start`}
						choices={OPENS}
						value={values.opensBeforeMinutes}
						onChange={(opensBeforeMinutes) => set({ opensBeforeMinutes })}
					/>
					<MinutesField
						label={t`Closes after the end`}
						choices={CLOSES}
						value={values.closesAfterMinutes}
						onChange={(closesAfterMinutes) => set({ closesAfterMinutes })}
					/>
				</div>
				<NumberStepper
					label={t`Device limit`}
					hint={t`At each date. 0 = unlimited`}
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

/** A length of time of a short list; one that was set by the API is offered too. */
function MinutesField(props: {
	label: string;
	choices: readonly number[];
	value: number;
	onChange: (minutes: number) => void;
}) {
	const text = useMinutesText();
	const choices = [...new Set([...props.choices, props.value])].sort((a, b) => a - b);
	return (
		<Select
			label={props.label}
			value={String(props.value)}
			onChange={(event) => props.onChange(Number(event.target.value))}
			options={choices.map((minutes) => ({ value: String(minutes), label: text(minutes) }))}
		/>
	);
}
