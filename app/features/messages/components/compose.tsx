import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { MessagePlace } from '#app/features/messages/api.ts';
import type { MessageDraft } from '#app/features/messages/draft.ts';
import { useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { useSegmentOptions } from '#app/features/messages/use-segment-options.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Form } from '#app/ui/form.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { GuestMessage } from '#shared/contracts/messages.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import { DeleteDraft } from './delete-draft.tsx';
import { MessageFields } from './message-fields.tsx';
import { PreviewPane, type PreviewPaneProps } from './preview-pane.tsx';
import { SegmentField } from './segment-field.tsx';
import { SendFields, type SendWish } from './send-fields.tsx';
import { usePreviewOfDraft } from './use-preview.ts';
import { useSaving } from './use-saving.tsx';

const Sheet = lazyDialog(() => import('#app/ui/sheet.tsx').then((module) => module.Sheet));

export interface ComposeProps {
	place: MessagePlace;
	/** The event, or a date of the series. */
	event: PublicEvent;
	/** The list that this page belongs to. */
	base: string;
	/** A draft or a scheduled message; null: not saved yet. */
	message: GuestMessage | null;
	start: MessageDraft;
}

/** Writes a message: to whom, what, when; with a preview beside it, on a narrow screen behind a button. */
export function Compose(props: ComposeProps) {
	const { t } = useLingui();
	const { place, event, message } = props;
	const [draft, setDraft] = useState(props.start);
	const [wish, setWish] = useState<SendWish>(() => wishOf(message, event.timeZone));
	const pane = usePreviewOfDraft(place, draft);
	const options = useSegmentOptions(place, event);
	const saving = useSaving(props, draft, wish, pane.preview?.counts);
	const [isPreviewing, setPreviewing] = useState(false);
	const change = (part: Partial<MessageDraft>) => setDraft({ ...draft, ...part });
	return (
		<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
			<Form method="post" errors={saving.errors} onSubmit={(submit) => submit.preventDefault()}>
				<Card title={message ? t`Edit message` : t`New message`}>
					<div className="flex flex-col gap-5">
						<SegmentField
							conditions={draft.conditions}
							options={options}
							showsProblems={saving.hasTried}
							onChange={(conditions) => change({ conditions })}
						/>
						<CountLine pane={pane} />
						<CategoryField category={draft.category} onChange={change} />
						<MessageFields
							subject={draft.subject}
							text={draft.text}
							onChange={change}
							problem={saving.problem}
						/>
					</div>
				</Card>
				<Card title={t`Send`}>
					<div className="flex flex-col gap-5">
						<SendNotes event={event} pane={pane} />
						<SendFields
							wish={wish}
							timeZone={event.timeZone}
							error={saving.problem('sendAt')}
							onChange={setWish}
						/>
						<div className="flex flex-wrap gap-2">
							<Button
								isLoading={saving.doing === 'send'}
								isDisabled={saving.doing !== null}
								onClick={saving.askToSend}
							>
								{message?.state === 'scheduled' && wish.kind === 'at'
									? t`Save changes`
									: wish.kind === 'now'
										? t`Send now…`
										: t`Schedule…`}
							</Button>
							{message?.state === 'scheduled' ? null : (
								<Button
									variant="outline"
									isLoading={saving.doing === 'save'}
									isDisabled={saving.doing !== null}
									onClick={saving.saveDraft}
								>
									<Trans>Save draft</Trans>
								</Button>
							)}
							<Button
								variant="outline"
								isLoading={saving.doing === 'test'}
								isDisabled={saving.doing !== null}
								onClick={() => saving.sendTest(pane.reader)}
							>
								<Trans>Send me a test</Trans>
							</Button>
							<Button
								variant="outline"
								icon={Eye}
								aria-haspopup="dialog"
								className="lg:hidden"
								onClick={() => setPreviewing(true)}
							>
								<Trans>Preview</Trans>
							</Button>
							{message?.state === 'draft' ? (
								<DeleteDraft
									{...{ place, base: props.base }}
									message={message.id}
									onDeleted={saving.forget}
								/>
							) : null}
						</div>
						<p role="status" className="min-h-[1lh] text-sm text-muted">
							{saving.isChanged ? t`Not saved` : null}
						</p>
					</div>
				</Card>
			</Form>
			<section aria-label={t`Preview`} className="max-lg:hidden lg:sticky lg:top-20">
				{isPreviewing ? null : <PreviewPane {...pane} />}
			</section>
			{isPreviewing ? (
				<Sheet isOpen onClose={() => setPreviewing(false)} title={t`Preview`}>
					<PreviewPane {...pane} />
				</Sheet>
			) : null}
			{saving.dialogs}
		</div>
	);
}

/** The subject of a message, which decides its recipients. */
function CategoryField(props: {
	category: MessageCategory;
	onChange: (part: { category: MessageCategory }) => void;
}) {
	const { t } = useLingui();
	return (
		<RadioGroup
			label={t`About`}
			name="category"
			value={props.category}
			onChange={({ currentTarget }) =>
				props.onChange({ category: currentTarget.value === 'marketing' ? 'marketing' : 'service' })
			}
			options={[
				{
					value: 'service',
					label: t`Their ticket`,
					description: t`What guests need to know to attend: times, place, changes.`,
				},
				{
					value: 'marketing',
					label: t`News`,
					description: t`Offers and other events. Only goes to guests who follow you.`,
				},
			]}
		/>
	);
}

function wishOf(message: GuestMessage | null, timeZone: string): SendWish {
	return message?.sendAt
		? { kind: 'at', local: wallTimeOf(message.sendAt, timeZone).slice(0, 16) }
		: { kind: 'now', local: null };
}

/** How many get it, as of the conditions that are chosen. Its line is there before the number. */
function CountLine({ pane }: { pane: PreviewPaneProps }) {
	const { t } = useLingui();
	const { countsText } = useMessageTexts();
	const { preview, isOld, error } = pane;
	return (
		<p
			role="status"
			aria-busy={isOld}
			className={isOld ? 'min-h-[1lh] text-sm opacity-60' : 'min-h-[1lh] text-sm font-medium'}
		>
			{preview ? countsText(preview.counts) : error ? t`Couldn’t count the addresses.` : t`Counting…`}
		</p>
	);
}

/** What to know before sending: where replies go, a review, a site without email. */
function SendNotes({ event, pane }: { event: PublicEvent; pane: PreviewPaneProps }) {
	const { t } = useLingui();
	const note = useMailNote(event);
	const { preview } = pane;
	return (
		<>
			{note ? <Callout tone="warning">{note}</Callout> : null}
			{preview?.isExample ? (
				<Callout tone="warning">{t`No email is sent: this is an example event with invented guests.`}</Callout>
			) : null}
			{preview?.reviewReason ? (
				<Callout tone="info" title={t`This message will be reviewed first`}>
					{preview.reviewReason}
				</Callout>
			) : null}
			<p className="min-h-[1lh] text-sm text-muted [overflow-wrap:anywhere]">
				{preview
					? preview.replyTo
						? t`Replies go to ${preview.replyTo}.`
						: t`Guests can’t reply: your organisation has no address for replies.`
					: null}
			</p>
		</>
	);
}
