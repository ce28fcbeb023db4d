import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import { leastCharge } from '#shared/lib/provider-amounts.ts';
import { amountStep } from '#shared/rules/pricing/chargeable.ts';
import type { TicketActions } from '../api.ts';
import { usePlacesTaken } from '../places-taken.ts';
import {
	bodyOf,
	changesOf,
	checkValues,
	type TicketTypeField,
	type TicketTypeProblem,
	valuesOfType,
} from '../ticket-type-form.ts';
import type { FieldsProps } from './ticket-price-fields.tsx';
import { TicketTypeFields } from './ticket-type-fields.tsx';

/** Makes a ticket type or changes one. A name is enough; what a colleague saved meanwhile is never overwritten. */
export function TicketTypeDialog(
	props: Omit<FieldsProps, 'values' | 'onChange' | 'errorOf'> & {
		actions: TicketActions;
		/** Starts the form anew once another version than this one is there. */
		onReload: (version: number) => void;
		onClose: () => void;
	},
) {
	const { t } = useLingui();
	const labels = useProblemLabels(props.event.currency);
	const placesTaken = usePlacesTaken();
	const { event, actions, onClose } = props;
	// What the form began with: the version that is sent back, and what separates the person's changes from a colleague's.
	const [type] = useState(props.type);
	const [values, setValues] = useState(() => valuesOfType(type, event.timeZone));
	const [problems, setProblems] = useState<Partial<Record<TicketTypeField, TicketTypeProblem>>>({});
	const [refused, setRefused] = useState<unknown>(null);
	const isPending = actions.create.isPending || actions.update.isPending;

	async function save(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		if (isPending) return;
		const found = checkValues(values, event.currency);
		setProblems(found);
		setRefused(null);
		const [first] = Object.keys(found);
		if (first) return document.getElementById(`ticket-type-${first}`)?.focus();
		try {
			if (type) {
				const changes = changesOf(valuesOfType(type, event.timeZone), values, event);
				if (Object.keys(changes).length > 0) await actions.update.mutateAsync({ type, changes });
			} else await actions.create.mutateAsync({ ...bodyOf(values, event), currency: event.currency });
			toast({ variant: 'success', description: t`${values.name.trim()} saved` });
			onClose();
		} catch (error) {
			setRefused(error);
		}
	}
	/** Their values, and this form begun anew from them. */
	async function takeTheirs() {
		await actions.refresh();
		props.onReload(type?.organiser?.version ?? 0);
	}

	const taken = placesTaken(refused);
	function errorOf(field: TicketTypeField): string | undefined {
		const problem = problems[field];
		if (problem) return labels[problem];
		if (taken?.field === field) return taken.text;
		if (!(refused instanceof AppError)) return undefined;
		return refused.details.find((detail) => detail.field === field)?.message;
	}
	const hasFieldError = taken !== null || (refused instanceof AppError && refused.details.length > 0);
	return (
		<FormDialog
			form="ticket-type"
			onClose={onClose}
			size="lg"
			title={type ? t`Edit ticket type` : t`New ticket type`}
			isPending={isPending}
			label={type ? t`Save` : t`Add ticket type`}
			onSubmit={save}
		>
			{isVersionConflict(refused) ? (
				<Callout
					tone="warning"
					isUrgent
					title={t`Someone else just changed this ticket type`}
					action={
						<Button variant="outline" size="sm" onClick={() => void takeTheirs()}>
							{t`Load theirs`}
						</Button>
					}
				>
					<Trans>Your changes weren’t saved. Load theirs, then make yours again.</Trans>
				</Callout>
			) : refused && !hasFieldError ? (
				<ErrorCallout error={refused} />
			) : null}
			<PlanHint organisation={event.organisation?.id} need="attendeesPerEvent" />
			<TicketTypeFields
				type={type}
				event={event}
				pools={props.pools}
				pricing={props.pricing}
				isBeforeSignIn={props.isBeforeSignIn}
				takesFairValues={props.takesFairValues}
				values={values}
				onChange={(part) => setValues({ ...values, ...part })}
				errorOf={errorOf}
			/>
		</FormDialog>
	);
}

/** The error of a field. */
function useProblemLabels(currency: string): Record<TicketTypeProblem, string> {
	const { t } = useLingui();
	const formats = useFormats();
	const least = formats.money(leastCharge(currency), currency);
	const step = formats.money(amountStep(currency), currency);
	return {
		required: t`This field is required.`,
		'not-a-number': t`Enter a whole number, or leave blank for unlimited.`,
		'not-money': t`Enter an amount, e.g. 12.50.`,
		'not-a-rate': t`Enter a percentage, e.g. 19.`,
		'fair-value-not-below-price': t`The fair value must be less than the price.`,
		'suggested-below-minimum': t`The suggested amount must be at least the minimum.`,
		'amount-too-small': t`The smallest amount that can be paid is ${least}.`,
		'amount-too-large': t`This amount is too large.`,
		'amount-step': t`Enter a multiple of ${step}.`,
		'ends-before-start': t`Sales must end after they start.`,
		'most-below-least': t`Max must be at least min.`,
		'without-end': t`Enter a date or a number of tickets at which this price ends.`,
		'ends-too-early': t`This price must end after the one before.`,
		'number-too-low': t`This number must be higher than that of the price before.`,
	};
}
