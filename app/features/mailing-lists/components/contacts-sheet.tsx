import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { MailingList, MailingListContact } from '#shared/contracts/mailing-lists.ts';
import { mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import { type ContactState, isSending, useMailingListContacts } from '../api.ts';
import { useContactProblem, useContactStates } from '../labels.ts';

const states: readonly ContactState[] = ['added', 'due', 'refused', 'removed'];

/** Followers on a list, by state. */
export function ContactsSheet(props: { organisation: string; list: MailingList; onClose: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const labels = useContactStates();
	const { organisation, list, onClose } = props;
	const [state, setState] = useState<ContactState>('added');
	return (
		<Sheet isOpen onClose={onClose} title={t`Contacts on ${list.listName}`}>
			<Tabs
				label={t`Contacts by state`}
				selected={state}
				onSelect={(id) => setState(id as ContactState)}
				items={states.map((id) => ({
					id,
					label: labels[id].label,
					count: formats.number(list.contacts[id]),
					content: <Contacts organisation={organisation} list={list} state={id} />,
				}))}
			/>
		</Sheet>
	);
}

function Contacts(props: { organisation: string; list: MailingList; state: ContactState }) {
	const { t } = useLingui();
	const labels = useContactStates();
	const { organisation, list, state } = props;
	const found = useMailingListContacts(organisation, list.id, { state, isMoving: isSending(list) });
	// Under another state the rows of before stay until the new ones are there.
	const rows = (found.data ?? []).filter((row) => row.state === state);
	const isWaiting = found.isPending || found.isPlaceholderData;
	const service = mailingServiceFacts[list.service].name;
	return (
		<div className="flex flex-col gap-4">
			<ErrorCallout error={found.error} onRetry={found.refetch} />
			{isWaiting && rows.length === 0 && !found.error ? <Skeleton className="h-40" /> : null}
			{!isWaiting && rows.length === 0 ? (
				<EmptyState
					title={labels[state].none}
					description={
						state === 'added'
							? t`Followers are added here once they confirm that they want your news.`
							: undefined
					}
				/>
			) : null}
			{state === 'removed' && rows.length > 0 ? (
				<p className="text-sm text-muted">
					<Trans>Their consent ended, so they are not on the list at {service} any more.</Trans>
				</p>
			) : null}
			<ul className="divide-y divide-hairline">
				{rows.map((row) => (
					<ContactRow key={row.followerId} list={list} contact={row} />
				))}
			</ul>
			<ShowMore {...moreOf(found)} />
		</div>
	);
}

function ContactRow({ list, contact }: { list: MailingList; contact: MailingListContact }) {
	const dateTime = useViewerTime();
	const problemText = useContactProblem();
	const { email, problem, attempts, nextAt, settledAt } = contact;
	const next = attempts > 0 && nextAt ? dateTime(nextAt) : '';
	return (
		<li className="flex flex-col gap-1 py-3 text-sm first:pt-0">
			<div className="flex flex-wrap justify-between gap-x-4">
				{email === null ? (
					<span className="text-muted">
						<Trans>Erased follower</Trans>
					</span>
				) : (
					<span dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
						{email}
					</span>
				)}
				{settledAt && contact.state !== 'due' ? (
					<span className="text-muted">{dateTime(settledAt)}</span>
				) : null}
			</div>
			{problem ? <p className="text-muted">{problemText({ service: list.service, problem })}</p> : null}
			{next && contact.state === 'due' ? (
				<p className="text-muted">
					<Plural value={attempts} one="# try so far." other="# tries so far." />{' '}
					<Trans>Next attempt {next}.</Trans>
				</p>
			) : null}
		</li>
	);
}
