import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { zoneCity } from '#shared/lib/formats.ts';
import { RepeatFields } from './repeat-fields.tsx';

/** Asks how an event repeats, from one of its dates on. */
export function RepeatDialog(props: {
	title: string;
	confirmLabel: string;
	/** What it leaves as it is, where the first date can be another. */
	hint?: string;
	/** Whether the first date can be another, which the rule follows. */
	canMove?: boolean;
	/** The date from which it repeats so. */
	first: { startsAt: string; startsAtLocal: string; endsAtLocal: string; timeZone: string };
	/** As `repeatToText` writes it. */
	value: string;
	/** Its dates are listed here; else the change is shown before it is made. */
	hasPreview: boolean;
	isOpen: boolean;
	isPending?: boolean;
	error?: string;
	onClose: () => void;
	onSave: (text: string, startsAtLocal: string) => void;
}) {
	const { first, isOpen, isPending = false, error } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const [text, setText] = useState(props.value);
	const [start, setStart] = useState(first.startsAtLocal.slice(0, 16));
	const [wasOpen, setWasOpen] = useState(isOpen);
	if (wasOpen !== isOpen) {
		setWasOpen(isOpen);
		if (isOpen) {
			setText(props.value);
			setStart(first.startsAtLocal.slice(0, 16));
		}
	}
	const day = formats.dateTime(first.startsAt, first.timeZone);
	const city = zoneCity(first.timeZone);
	return (
		<Dialog
			isOpen={isOpen}
			onClose={props.onClose}
			isDismissable={!isPending}
			size="lg"
			title={props.title}
			description={
				props.canMove ? (
					props.hint
				) : (
					<Trans>
						First date: {day} ({city})
					</Trans>
				)
			}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose} isDisabled={isPending}>
						{t`Cancel`}
					</Button>
					<Button
						isLoading={isPending}
						disabledReason={
							start === ''
								? t`Choose the next date`
								: text === ''
									? t`Choose at least one more date`
									: undefined
						}
						onClick={() => props.onSave(text, start)}
					>
						{props.confirmLabel}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-5">
				{error ? (
					<Callout tone="danger" isUrgent>
						{error}
					</Callout>
				) : null}
				{props.canMove ? (
					<DateField
						kind="datetime-local"
						label={t`Next date`}
						hint={t`${city} time. The other dates follow its weekday and time.`}
						value={start}
						onChange={(event) => setStart(event.target.value)}
						className="max-w-80"
					/>
				) : null}
				{isOpen ? (
					<RepeatFields
						value={text}
						onChange={setText}
						startsAtLocal={start}
						endsAtLocal={first.endsAtLocal.slice(0, 16)}
						timeZone={first.timeZone}
						hasOnce={false}
						hasPreview={props.hasPreview}
					/>
				) : null}
			</div>
		</Dialog>
	);
}
