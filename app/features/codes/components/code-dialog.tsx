import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type Code, type CodeBatch, MAX_BATCH } from '#shared/contracts/codes.ts';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import { type CodeActions, downloadCodes } from '../api.ts';
import {
	bodyOf,
	type CodeField,
	type CodeProblem,
	type CodesEvent,
	changesOf,
	checkValues,
	countOf,
	valuesOf,
} from '../code-form.ts';
import { CodeFields, idOf } from './code-fields.tsx';

interface DialogProps {
	/** What is edited, or what is made. */
	of: Code | CodeBatch | 'code' | 'batch';
	event: CodesEvent & { id: string };
	types: readonly TicketType[];
	pricing: PricingTerms | undefined;
	actions: CodeActions;
	/** Starts the form anew once another version than this one is there. */
	onReload: (version: number) => void;
	onClose: () => void;
}

/** Makes or changes a code, or many that are made together. */
export function CodeDialog(props: DialogProps) {
	const { t } = useLingui();
	const labels = useProblemLabels(props.event.currency);
	const { event, actions, onClose } = props;
	// What the form began with: the version that is sent back, and what separates the person's changes from a colleague's.
	const [of] = useState(props.of);
	const keyOf = useKeyOf();
	const [values, setValues] = useState(() => valuesOf(of, event.timeZone));
	const [problems, setProblems] = useState<Partial<Record<CodeField, CodeProblem>>>({});
	const [refused, setRefused] = useState<unknown>(null);
	const [made, setMade] = useState<CodeBatch | null>(null);
	const what = of === 'batch' ? 'new-batch' : typeof of === 'object' && 'terms' in of ? 'batch' : 'code';
	const isPending = [actions.create, actions.update, actions.createBatch, actions.updateBatch].some(
		(action) => action.isPending,
	);

	async function send() {
		const body = bodyOf(values, event);
		const code = values.code.trim();
		if (of === 'batch') {
			const many = { ...body, count: countOf(values) };
			return setMade(await actions.createBatch.mutateAsync({ body: many, key: keyOf(many) }));
		}
		if (of === 'code') {
			const one = { ...body, code };
			await actions.create.mutateAsync({ body: one, key: keyOf(one) });
		} else {
			const letters = 'terms' in of || code === of.code ? {} : { code };
			const changes = { ...changesOf(valuesOf(of, event.timeZone), values, event), ...letters };
			if (Object.keys(changes).length > 0)
				await ('terms' in of
					? actions.updateBatch.mutateAsync({ batch: of.id, changes })
					: actions.update.mutateAsync({ code: of, changes }));
		}
		toast({ variant: 'success', description: what === 'code' ? t`${code} saved` : t`Codes saved` });
		onClose();
	}
	async function save() {
		if (isPending) return;
		const found = checkValues(values, event.currency, what);
		setProblems(found);
		setRefused(null);
		const [first] = Object.keys(found) as CodeField[];
		// A field that was folded away is there after the next render.
		if (first) return void setTimeout(() => document.getElementById(idOf(first))?.focus());
		try {
			await send();
		} catch (error) {
			setRefused(error);
		}
	}
	const isOutdated = isVersionConflict(refused) && typeof of === 'object' && 'version' in of;
	const details = refused instanceof AppError ? refused.details : [];
	const errorOf = (field: CodeField) =>
		problems[field] ? labels[problems[field]] : details.find((detail) => detail.field === field)?.message;
	if (made) return <MadeDialog batch={made} event={event.id} onClose={onClose} />;
	return (
		<FormDialog
			form="code"
			onClose={onClose}
			isPending={isPending}
			label={of === 'code' ? t`Create code` : of === 'batch' ? t`Create codes` : t`Save`}
			size="lg"
			title={
				{
					code: of === 'code' ? t`New code` : t`Edit code`,
					'new-batch': t`Create a batch of codes`,
					batch: t`Edit codes`,
				}[what]
			}
			description={
				what === 'new-batch'
					? t`Random codes with the same terms, for example one for each guest.`
					: undefined
			}
			error={isOutdated || details.length > 0 ? null : refused}
			onSubmit={() => void save()}
		>
			{isOutdated ? (
				<Callout
					tone="warning"
					isUrgent
					title={t`Someone else just changed this code`}
					action={
						<Button variant="outline" size="sm" onClick={() => props.onReload(of.version)}>
							{t`Load theirs`}
						</Button>
					}
				>
					<Trans>Your changes weren’t saved. Load theirs, then make yours again.</Trans>
				</Callout>
			) : null}
			<CodeFields
				what={what}
				event={event}
				types={props.types}
				pricing={props.pricing}
				values={values}
				onChange={(part) => setValues({ ...values, ...part })}
				errorOf={errorOf}
			/>
			{actions.createBatch.isPending ? <ProgressBar label={t`Creating codes…`} /> : null}
		</FormDialog>
	);
}

/** The codes that were just made, to be saved. */
function MadeDialog(props: { batch: CodeBatch; event: string; onClose: () => void }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const [isSaving, setSaving] = useState(false);
	async function save() {
		setSaving(true);
		if (await attempt(downloadCodes(props.event, props.batch.id))) props.onClose();
		setSaving(false);
	}
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={<Plural value={props.batch.codes} one="# code is ready" other="# codes are ready" />}
			description={t`The file has each code with its link. Send one to each guest.`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>
						<Trans>Close</Trans>
					</Button>
					<Button icon={Download} isLoading={isSaving} onClick={() => void save()}>
						{t`Download CSV`}
					</Button>
				</>
			}
		/>
	);
}

function useProblemLabels(currency: string): Record<CodeProblem, string> {
	const { t, i18n } = useLingui();
	return {
		'not-a-code': t`Use 3 to 40 letters, digits, - and _.`,
		'not-a-count': t`Enter a number from 1 to ${i18n.number(MAX_BATCH)}.`,
		'not-a-percentage': t`Enter a percentage up to 100.`,
		'not-money': t`Enter an amount in ${currency}.`,
		'not-a-number': t`Enter a whole number.`,
		'no-tickets': t`Choose at least one ticket.`,
		'ends-before-start': t`The code must end after it starts.`,
		'most-below-least': t`This can’t be less than the minimum.`,
	};
}
