import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { type EventStepName, useDeleteEvent, useEventStep } from '#app/features/events/api.ts';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { guestsOf } from '#shared/rules/admission.ts';
import { allowsStep } from '#shared/rules/event-state.ts';
import { AT_ONCE_HOURS, UNDO_MINUTES } from '#shared/rules/periods.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

/** Guests of an event that starts so soon are notified at once. */
const NO_UNDO_MS = AT_ONCE_HOURS * 3_600_000;

type Ending = 'cancel' | 'postpone';
type Confirming = Ending | 'unpublish' | 'delete' | null;

/** Actions for the whole event; only those that its state allows are offered. */
export function EventActions({ event, children }: { event: PublicEvent; children?: ReactNode }) {
	const { t } = useLingui();
	const mailNote = useMailNote(event);
	const navigate = useNavigate();
	const [confirming, setConfirming] = useState<Confirming>(null);
	const { step, take } = useSteps(event, () => setConfirming(null));
	const permissions = event.organisation?.permissions ?? [];
	const can = (name: Step) => permissions.includes('events.publish') && isOffered(name, event.status);

	async function duplicate() {
		const copy = await take('duplicate', t`Event duplicated as a draft`);
		if (copy) await navigate(`/events/${copy.id}/edit`);
	}
	const pending = (name: string) => step.isPending && step.variables.step === name;

	return (
		<section
			id="actions"
			aria-labelledby="actions-title"
			className="scroll-mt-24 rounded-lg border border-hairline bg-surface px-5 pt-5 pb-2"
		>
			<h2 id="actions-title" className="pb-2 text-lg font-semibold">
				<Trans>Manage event</Trans>
			</h2>
			{permissions.includes('events.create') ? (
				<ActionRow
					title={t`Duplicate`}
					description={t`Copies details and tickets to a new draft, one or more weeks later.`}
					onClick={() => void duplicate()}
					isLoading={pending('duplicate')}
				/>
			) : null}
			{children}
			{can('unpublish') ? (
				<ActionRow
					title={t`Unpublish`}
					description={t`Hides the page and stops registration. Tickets stay valid.`}
					onClick={() => setConfirming('unpublish')}
				/>
			) : null}
			{can('postpone') ? (
				<ActionRow
					title={t`Postpone`}
					description={t`Pauses registration until you set a new date. Tickets stay valid.`}
					onClick={() => setConfirming('postpone')}
				/>
			) : null}
			{can('archive') ? (
				<ActionRow
					title={t`Archive`}
					description={t`Moves it to Archived on your dashboard. A published page stays online.`}
					onClick={() => void take('archive', t`Event archived`)}
					isLoading={pending('archive')}
				/>
			) : null}
			{can('unarchive') ? (
				<ActionRow
					title={t`Restore`}
					description={t`Moves it back to your dashboard.`}
					onClick={() => void take('unarchive', t`Event restored`)}
					isLoading={pending('unarchive')}
				/>
			) : null}
			{can('cancel') ? (
				<ActionRow
					title={t`Cancel event`}
					description={
						mailNote ? `${t`Ends registration.`} ${mailNote}` : t`Ends registration and emails all guests.`
					}
					tone="destructive"
					onClick={() => setConfirming('cancel')}
				/>
			) : null}
			{can('delete') ? (
				<ActionRow
					title={t`Delete draft`}
					description={t`Only drafts without guests can be deleted.`}
					tone="destructive"
					onClick={() => setConfirming('delete')}
				/>
			) : null}

			<EndingDialog
				event={event}
				ending={confirming === 'cancel' || confirming === 'postpone' ? confirming : null}
				isPending={step.isPending}
				onClose={() => setConfirming(null)}
				onConfirm={async (ending, message) =>
					(await take(ending, ending === 'postpone' ? t`Event postponed` : t`Event cancelled`, message)) !==
					null
				}
			/>
			<ConfirmDialog
				isOpen={confirming === 'unpublish'}
				onClose={() => setConfirming(null)}
				title={t`Unpublish “${event.title}”?`}
				description={t`Visitors can’t see the page until you publish it again.`}
				confirmLabel={t`Unpublish`}
				isDestructive={false}
				isPending={step.isPending}
				onConfirm={() => void take('unpublish', t`Event unpublished`)}
			/>
			<DeleteDialog event={event} isOpen={confirming === 'delete'} onClose={() => setConfirming(null)} />
		</section>
	);
}

/** Takes steps of an event with one call each, and says how it went. */
function useSteps(event: PublicEvent, onTaken: () => void) {
	const showError = useErrorToast();
	const focusHeading = useHeadingFocus();
	const step = useEventStep();
	async function take(name: EventStepName, done: string, message = '') {
		try {
			const answer = await step.mutateAsync({ event: event.id, step: name, message });
			onTaken();
			if (name !== 'duplicate') focusHeading();
			toast({ variant: 'success', description: done });
			return answer;
		} catch (error) {
			showError(error);
			return null;
		}
	}
	return { step, take };
}

/** A step by the name of its button. */
function ActionRow(props: {
	title: string;
	description: string;
	tone?: 'destructive';
	onClick: () => void;
	isLoading?: boolean;
}) {
	const { title, description, ...button } = props;
	return (
		<SettingsRow title={title} description={description}>
			<Button variant="outline" {...button}>
				{title}
			</Button>
		</SettingsRow>
	);
}

function DeleteDialog(props: { event: PublicEvent; isOpen: boolean; onClose: () => void }) {
	const { event } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const navigate = useNavigate();
	const remove = useDeleteEvent();
	async function deleteIt() {
		if (await attempt(remove.mutateAsync(event), t`Draft deleted`)) await navigate('/dashboard');
	}
	return (
		<ConfirmDialog
			isOpen={props.isOpen}
			onClose={props.onClose}
			title={t`Delete “${event.title}”?`}
			description={t`This can’t be undone.`}
			confirmLabel={t`Delete draft`}
			isPending={remove.isPending}
			onConfirm={() => void deleteIt()}
		/>
	);
}

/** Asks before an event is postponed or cancelled, and for a message to its guests. */
function EndingDialog(props: {
	event: PublicEvent;
	ending: Ending | null;
	isPending: boolean;
	onClose: () => void;
	/** False: it failed, and the message stays. */
	onConfirm: (ending: Ending, message: string) => Promise<boolean>;
}) {
	const { event, ending } = props;
	const { t } = useLingui();
	const mailNote = useMailNote(event);
	const [message, setMessage] = useState('');
	const types = useTicketTypes(event.id);
	const guests = types.data && guestsOf(types.data.data);
	const isPostponed = ending === 'postpone';
	return (
		<ConfirmDialog
			isOpen={ending !== null}
			onClose={props.onClose}
			title={isPostponed ? t`Postpone “${event.title}”?` : t`Cancel “${event.title}”?`}
			description={<Consequence event={event} isPostponed={isPostponed} guests={guests} />}
			confirmLabel={isPostponed ? t`Postpone` : t`Cancel event`}
			cancelLabel={isPostponed ? t`Don’t postpone` : t`Don’t cancel`}
			isDestructive={ending === 'cancel'}
			isPending={props.isPending}
			onConfirm={() => {
				void props.onConfirm(ending ?? 'cancel', message).then((isDone) => isDone && setMessage(''));
			}}
		>
			<TextArea
				label={t`Message to guests`}
				value={message}
				onChange={(change) => setMessage(change.target.value)}
				maxLength={2_000}
				hint={mailNote ? t`Shown on the event page.` : t`Shown on the event page and in the email.`}
				isOptional
			/>
		</ConfirmDialog>
	);
}

/** What postponing or cancelling does, and how many people it reaches. */
function Consequence(props: { event: PublicEvent; isPostponed: boolean; guests: number | undefined }) {
	const { event, isPostponed, guests } = props;
	const mailNote = useMailNote(event);
	const isSoon = Date.parse(event.startsAt) - Date.now() < NO_UNDO_MS;
	return (
		<>
			{isPostponed ? (
				<Trans>We’ll pause registration.</Trans>
			) : isSoon ? (
				<Trans>We’ll close registration. The event is near, so this can’t be undone.</Trans>
			) : (
				<Trans>We’ll close registration. You can undo it for {UNDO_MINUTES} minutes.</Trans>
			)}{' '}
			{guests === 0 ? (
				<Trans>No one has registered yet.</Trans>
			) : mailNote ? (
				mailNote
			) : guests === undefined ? (
				<Trans>We’ll email your guests.</Trans>
			) : (
				<Plural value={guests} one="We’ll email your guest." other="We’ll email your # guests." />
			)}
		</>
	);
}

type Step = Parameters<typeof allowsStep>[0];

/** Steps that may be repeated without effect need no button. */
function isOffered(step: Step, status: PublicEvent['status']): boolean {
	const reached: Record<string, PublicEvent['status']> = {
		publish: 'published',
		unpublish: 'draft',
		cancel: 'cancelled',
		postpone: 'postponed',
		archive: 'archived',
	};
	return allowsStep(step, status) && reached[step] !== status;
}
