import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type MessagePlace, useRuleActions, useRules } from '#app/features/messages/api.ts';
import { useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { Switch } from '#app/ui/switch.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { MessageRule } from '#shared/contracts/messages.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';

const RuleDialog = lazyDialog(() => import('./rule-dialog.tsx').then((module) => module.RuleDialog));

/** What goes out by itself: the confirmation, reminders, thanks, and what the organiser added. */
export function RulesCard(props: { place: MessagePlace; event: PublicEvent; maySend: boolean }) {
	const { t } = useLingui();
	const { place, event, maySend } = props;
	const rules = useRules(place);
	const rows = rules.data?.data ?? [];
	const [edited, setEdited] = useState<MessageRule | 'new' | null>(null);
	return (
		<Card
			title={t`Sent automatically`}
			padding="none"
			actions={
				maySend && rows.length > 0 && rows.length < messageLimits.rules ? (
					<Button variant="outline" onClick={() => setEdited('new')}>
						<Trans>Add a message before or after</Trans>
					</Button>
				) : undefined
			}
		>
			{rules.isError && rows.length === 0 ? (
				<LoadFailed title={t`Couldn’t load what is sent automatically.`} onRetry={rules.refetch} />
			) : null}
			<ul
				aria-label={t`Sent automatically`}
				className={rows.length > 0 ? 'divide-y divide-hairline' : 'hidden'}
			>
				{rows.map((rule, at) => (
					<RuleRow
						key={rule.id ?? `${rule.kind}-${at}`}
						rule={rule}
						place={place}
						event={event}
						maySend={maySend}
						onEdit={() => setEdited(rule)}
					/>
				))}
			</ul>
			{edited ? (
				<RuleDialog
					place={place}
					event={event}
					rule={edited === 'new' ? null : edited}
					onClose={() => setEdited(null)}
				/>
			) : null}
		</Card>
	);
}

function RuleRow(props: {
	rule: MessageRule;
	place: MessagePlace;
	event: PublicEvent;
	maySend: boolean;
	onEdit: () => void;
}) {
	const { t } = useLingui();
	const { rule, place, event, maySend } = props;
	const formats = useFormats();
	const attempt = useAttempt();
	const { ruleKinds, ruleWhen } = useMessageTexts();
	const { save } = useRuleActions(place);
	const name = ruleKinds[rule.kind];
	const isOn = save.isPending ? (save.variables.changes.isOn ?? rule.isOn) : rule.isOn;
	const dueAt = rule.dueAt ? formats.dateTime(rule.dueAt, event.timeZone) : '';
	const isInherited = rule.isOfSeries && place.kind === 'event';
	return (
		<li className="flex min-h-20 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
			<div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
				<p className="text-sm font-medium">{name}</p>
				<p className="text-compact text-muted">
					{[
						ruleWhen(rule),
						rule.isOn && dueAt ? t`next ${dueAt}` : '',
						isInherited ? t`set for the whole series` : '',
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
				<p dir="auto" className="truncate text-compact text-muted">
					{inBrief(rule) || <Usual kind={rule.kind} />}
				</p>
			</div>
			{maySend ? (
				<div className="flex items-center gap-3">
					{rule.kind === 'confirmation' ? null : (
						<Switch
							label={t`${name}, ${ruleWhen(rule)}`}
							isLabelHidden
							checked={isOn}
							disabled={save.isPending}
							onChange={({ target }) =>
								void attempt(
									save.mutateAsync({ rule, kind: rule.kind, changes: switched(rule, target.checked) }),
									target.checked ? t`Switched on` : t`Switched off`,
								)
							}
						/>
					)}
					<Button
						variant="outline"
						size="sm"
						className="pointer-coarse:min-h-11"
						aria-haspopup="dialog"
						aria-label={t`Edit: ${name}, ${ruleWhen(rule)}`}
						onClick={props.onEdit}
					>
						<Trans>Edit</Trans>
					</Button>
				</div>
			) : null}
		</li>
	);
}

/** The text in one line. */
const inBrief = ({ subject, text }: MessageRule) =>
	[subject, text.replaceAll(/\s+/g, ' ').trim()].filter(Boolean).join(' – ').slice(0, 200);

function Usual({ kind }: Pick<MessageRule, 'kind'>) {
	if (kind === 'confirmation') return <Trans>The default confirmation with the tickets.</Trans>;
	if (kind === 'reminder') return <Trans>The default reminder with time, place and ticket.</Trans>;
	return <Trans>The default text.</Trans>;
}

/** What is stored when it is switched: on a place that has nothing stored, all that holds there. */
function switched(rule: MessageRule, isOn: boolean) {
	const { offsetMinutes, subject, text, segment } = rule;
	return rule.id && !rule.isOfSeries ? { isOn } : { isOn, offsetMinutes, subject, text, segment };
}
