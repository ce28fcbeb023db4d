import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import { NameAndState } from '#app/ui/name-and-state.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { MailingList } from '#shared/contracts/mailing-lists.ts';
import { mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import { failingDays } from '#shared/rules/webhook-types.ts';
import { isSending } from '../api.ts';
import { useListProblem, useListState } from '../labels.ts';

/** Actions for a list. */
export type ListAct = 'contacts' | 'key' | 'pause' | 'resume' | 'remove';

/** One connected list: where it is, how it goes, what is wrong, and what can be done with it. */
export function ListRow(props: {
	list: MailingList;
	/** Whether followers may be seen: the contacts are theirs, and whoever has the list go on sends them. */
	seesFollowers: boolean;
	/** It is being paused or resumed. */
	isChanging: boolean;
	onAct: (act: ListAct) => void;
}) {
	const { t } = useLingui();
	const { list, seesFollowers, onAct } = props;
	const state = useListState()(list);
	const name = list.listName;
	const service = mailingServiceFacts[list.service].name;
	const ending = list.keyEnding;
	const item = (id: ListAct, label: string) => ({ id, label, onSelect: () => onAct(id) });
	const items = [
		...(list.state === 'active' ? [item('pause', t`Pause`)] : []),
		...(seesFollowers
			? [...(list.state === 'active' ? [] : [item('resume', t`Resume`)]), item('key', t`Change key`)]
			: []),
		{ ...item('remove', t`Disconnect`), tone: 'destructive' as const },
	];
	return (
		<li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
			<div className="flex flex-wrap items-start gap-x-4 gap-y-3">
				<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
					<NameAndState name={name} state={state} />
					<p className="text-sm text-muted [overflow-wrap:anywhere]">
						{service}
						{' · '}
						<span dir="ltr">{list.host}</span>
						{ending ? (
							<>
								{' · '}
								<Trans>key ends with {ending}</Trans>
							</>
						) : null}
					</p>
					<Counts list={list} />
					<LastSent list={list} />
				</div>
				<div className="flex items-center gap-2">
					{seesFollowers ? (
						<Button
							size="sm"
							variant="outline"
							onClick={() => onAct('contacts')}
							aria-label={t`Contacts on ${name}`}
						>
							<Trans>Contacts</Trans>
						</Button>
					) : null}
					<IconMenu label={t`Actions for ${name}`} items={items} />
				</div>
			</div>
			<Sending list={list} />
			<Problem list={list} mayMend={seesFollowers} isChanging={props.isChanging} onAct={onAct} />
		</li>
	);
}

function Counts({ list }: { list: MailingList }) {
	const { due, added, refused, removed } = list.contacts;
	return (
		<p className="text-sm text-muted tabular-nums">
			<Plural value={added} one="# on the list" other="# on the list" />
			{due > 0 ? (
				<>
					{' · '}
					<Plural value={due} one="# waiting" other="# waiting" />
				</>
			) : null}
			{refused > 0 ? (
				<>
					{' · '}
					<Plural value={refused} one="# refused" other="# refused" />
				</>
			) : null}
			{removed > 0 ? (
				<>
					{' · '}
					<Plural value={removed} one="# removed" other="# removed" />
				</>
			) : null}
		</p>
	);
}

function LastSent({ list }: { list: MailingList }) {
	const formats = useFormats();
	const { name } = mailingServiceFacts[list.service];
	const last = list.lastSentAt ? formats.relative(list.lastSentAt) : '';
	const since = list.failingSince && list.state === 'active' ? formats.relative(list.failingSince) : '';
	return (
		<p className="text-sm text-muted">
			{since ? (
				<Trans>
					{name} first failed {since}. Retrying for {failingDays} days.{' '}
				</Trans>
			) : null}
			{list.state === 'paused' ? <Trans>Nothing is sent until you resume. </Trans> : null}
			{last ? <Trans>Last sent {last}</Trans> : <Trans>Nothing sent yet</Trans>}
		</p>
	);
}

/** How far a list is that has contacts on their way. */
function Sending({ list }: { list: MailingList }) {
	const { t } = useLingui();
	const formats = useFormats();
	if (!isSending(list) || list.failingSince) return null;
	const { due, added, refused, removed } = list.contacts;
	const done = added + refused + removed;
	if (list.isFilling) return <ProgressBar label={t`Adding existing followers`} />;
	return (
		<ProgressBar
			label={t`Sending contacts`}
			value={done}
			max={done + due}
			detail={t`${formats.number(done)} of ${formats.number(done + due)}`}
		/>
	);
}

/** Why a list stopped, with the button that fixes it. */
function Problem(props: {
	list: MailingList;
	mayMend: boolean;
	isChanging: boolean;
	onAct: (act: ListAct) => void;
}) {
	const problemOf = useListProblem();
	const { service, problem } = props.list;
	if (!problem) return null;
	const { text, fix } = problemOf({ service, problem });
	return (
		<Callout
			tone="danger"
			action={
				props.mayMend ? (
					<Button size="sm" variant="outline" isLoading={props.isChanging} onClick={() => props.onAct(fix)}>
						{fix === 'key' ? <Trans>Change key</Trans> : <Trans>Resume</Trans>}
					</Button>
				) : null
			}
		>
			{text}
			{props.mayMend ? null : (
				<>
					{' '}
					<Trans>You need the right to see followers. Ask an owner or admin of your organisation.</Trans>
				</>
			)}
		</Callout>
	);
}
