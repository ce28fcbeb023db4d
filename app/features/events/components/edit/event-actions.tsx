import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { type EventStepName, useDeleteEvent, useEventStep } from '#app/features/events/api.ts';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { allowsStep } from '#shared/rules/event-state.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

type Asked = 'cancel' | 'postpone' | 'unpublish' | 'delete' | null;

/** What can be done to the event as a whole; only what its state allows is offered. */
export function EventActions({ event, children }: { event: PublicEvent; children?: ReactNode }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const showError = useErrorToast();
	const attempt = useAttempt();
	const navigate = useNavigate();
	const step = useEventStep();
	const remove = useDeleteEvent();
	const [asked, setAsked] = useState<Asked>(null);
	const [message, setMessage] = useState('');
	const focusHeading = useHeadingFocus();
	const types = useTicketTypes(event.id);
	const guests = types.data?.data.reduce((sum, type) => sum + (type.organiser?.confirmed ?? 0), 0);
	const permissions = event.organisation?.permissions ?? [];
	const mayPublish = permissions.includes('events.publish');
	const can = (name: Parameters<typeof allowsStep>[0]) =>
		mayPublish && allowsStep(name, event.status) && !isDone(name, event.status);
	const isBusy = step.isPending || remove.isPending;

	async function take(name: EventStepName, done: string) {
		try {
			const answer = await step.mutateAsync({ event: event.id, step: name, message });
			setAsked(null);
			setMessage('');
			if (name !== 'duplicate') focusHeading();
			toast({ variant: 'success', description: done });
			return answer;
		} catch (error) {
			showError(error);
			return null;
		}
	}
	async function duplicate() {
		const copy = await take('duplicate', t`Event duplicated as a draft`);
		if (copy) await navigate(`/events/${copy.id}/edit`);
	}
	async function deleteIt() {
		if (await attempt(remove.mutateAsync(event), t`Draft deleted`)) await navigate('/dashboard');
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
				<SettingsRow
					title={t`Duplicate`}
					description={t`Copies details and tickets to a new draft, one or more weeks later.`}
				>
					<Button variant="outline" onClick={() => void duplicate()} isLoading={pending('duplicate')}>
						{t`Duplicate`}
					</Button>
				</SettingsRow>
			) : null}
			{children}
			{can('unpublish') ? (
				<SettingsRow
					title={t`Unpublish`}
					description={t`Hides the page and stops registration. Tickets stay valid.`}
				>
					<Button variant="outline" onClick={() => setAsked('unpublish')}>
						{t`Unpublish`}
					</Button>
				</SettingsRow>
			) : null}
			{can('postpone') ? (
				<SettingsRow
					title={t`Postpone`}
					description={t`Pauses registration until you set a new date. Tickets stay valid.`}
				>
					<Button variant="outline" onClick={() => setAsked('postpone')}>
						{t`Postpone`}
					</Button>
				</SettingsRow>
			) : null}
			{can('archive') ? (
				<SettingsRow
					title={t`Archive`}
					description={t`Moves it to Archived on your dashboard. A published page stays online.`}
				>
					<Button
						variant="outline"
						onClick={() => void take('archive', t`Event archived`)}
						isLoading={pending('archive')}
					>
						{t`Archive`}
					</Button>
				</SettingsRow>
			) : null}
			{can('unarchive') ? (
				<SettingsRow title={t`Restore`} description={t`Moves it back to your dashboard.`}>
					<Button
						variant="outline"
						onClick={() => void take('unarchive', t`Event restored`)}
						isLoading={pending('unarchive')}
					>
						{t`Restore`}
					</Button>
				</SettingsRow>
			) : null}
			{can('cancel') ? (
				<SettingsRow
					title={t`Cancel event`}
					description={
						hasEmail
							? t`Ends registration and emails all guests. Can’t be undone.`
							: t`Ends registration. Can’t be undone. Email isn’t set up, so guests aren’t notified.`
					}
				>
					<Button variant="outline" tone="destructive" onClick={() => setAsked('cancel')}>
						{t`Cancel event`}
					</Button>
				</SettingsRow>
			) : null}
			{can('delete') ? (
				<SettingsRow title={t`Delete draft`} description={t`Only drafts without guests can be deleted.`}>
					<Button variant="outline" tone="destructive" onClick={() => setAsked('delete')}>
						{t`Delete draft`}
					</Button>
				</SettingsRow>
			) : null}

			<ConfirmDialog
				isOpen={asked === 'cancel' || asked === 'postpone'}
				onClose={() => setAsked(null)}
				title={asked === 'postpone' ? t`Postpone “${event.title}”?` : t`Cancel “${event.title}”?`}
				description={<Consequence isPostponed={asked === 'postpone'} guests={guests} />}
				confirmLabel={asked === 'postpone' ? t`Postpone` : t`Cancel event`}
				cancelLabel={asked === 'postpone' ? t`Don’t postpone` : t`Don’t cancel`}
				isDestructive={asked === 'cancel'}
				isPending={isBusy}
				onConfirm={() =>
					void take(
						asked === 'postpone' ? 'postpone' : 'cancel',
						asked === 'postpone' ? t`Event postponed` : t`Event cancelled`,
					)
				}
			>
				<TextArea
					label={t`Message to guests`}
					value={message}
					onChange={(change) => setMessage(change.target.value)}
					maxLength={2_000}
					hint={hasEmail ? t`Shown on the event page and in the email.` : t`Shown on the event page.`}
					isOptional
				/>
			</ConfirmDialog>
			<ConfirmDialog
				isOpen={asked === 'unpublish'}
				onClose={() => setAsked(null)}
				title={t`Unpublish “${event.title}”?`}
				description={t`Visitors can’t see the page until you publish it again.`}
				confirmLabel={t`Unpublish`}
				isDestructive={false}
				isPending={isBusy}
				onConfirm={() => void take('unpublish', t`Event unpublished`)}
			/>
			<ConfirmDialog
				isOpen={asked === 'delete'}
				onClose={() => setAsked(null)}
				title={t`Delete “${event.title}”?`}
				description={t`This can’t be undone.`}
				confirmLabel={t`Delete draft`}
				isPending={isBusy}
				onConfirm={() => void deleteIt()}
			/>
		</section>
	);
}

/** What postponing or cancelling does, and how many people it reaches. */
function Consequence({ isPostponed, guests }: { isPostponed: boolean; guests: number | undefined }) {
	const { hasEmail } = useSite();
	return (
		<>
			{isPostponed ? (
				<Trans>We’ll pause registration.</Trans>
			) : (
				<Trans>We’ll close registration. This can’t be undone.</Trans>
			)}{' '}
			{guests === 0 ? (
				<Trans>No one has registered yet.</Trans>
			) : !hasEmail ? (
				<Trans>Email isn’t set up, so guests aren’t notified.</Trans>
			) : guests === undefined ? (
				<Trans>We’ll email your guests.</Trans>
			) : (
				<Plural value={guests} one="We’ll email your guest." other="We’ll email your # guests." />
			)}
		</>
	);
}

/** Steps that may be repeated without effect need no button. */
function isDone(step: string, status: PublicEvent['status']): boolean {
	const reached: Record<string, PublicEvent['status']> = {
		publish: 'published',
		unpublish: 'draft',
		cancel: 'cancelled',
		postpone: 'postponed',
		archive: 'archived',
	};
	return reached[step] === status;
}
