import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigation } from 'react-router';
import type { FormAnswer } from '#app/lib/form-answer.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { OrganiserPage } from '#shared/contracts/organisers.ts';

interface Props {
	organiser: OrganiserPage;
	answer: FormAnswer | undefined;
}

/** What a form shows: what was typed, what was refused, and whether it is on its way. */
function useAnswer(answer: FormAnswer | undefined, intent: string) {
	const navigation = useNavigation();
	const refused = answer && !answer.isSent ? answer : undefined;
	return {
		typed: refused?.values ?? {},
		errors: refused?.errors ?? [],
		errorOf: (name: string) => refused?.errors.find((error) => error.name === name)?.message,
		isSending: navigation.state === 'submitting' && navigation.formData?.get('intent') === intent,
	};
}

/** Asks for email about new events; the address confirms it. */
export function FollowForm({ organiser, answer }: Props) {
	const { t } = useLingui();
	const form = useAnswer(answer, 'follow');
	return (
		<section aria-labelledby="follow" className="flex flex-col gap-4 rounded-xl border bg-surface p-5">
			<h2 id="follow" className="text-lg font-semibold">
				<Trans>Follow</Trans>
			</h2>
			{answer?.isSent ? (
				<Callout tone="success" isUrgent>
					<Trans>Almost done: open the link we sent to your email.</Trans>
				</Callout>
			) : (
				<Form method="post" action={`/organisers/${organiser.slug}`} errors={form.errors}>
					<input type="hidden" name="intent" value="follow" />
					<TextField
						label={t`Email`}
						id="follow-email"
						name="email"
						type="email"
						autoComplete="email"
						hint={t`Email about new events, at most one a day. You can leave at any time.`}
						defaultValue={form.typed.email}
						error={form.errorOf('email')}
						required
					/>
					<Button type="submit" isLoading={form.isSending} className="self-start">
						<Trans>Follow</Trans>
					</Button>
				</Form>
			)}
		</section>
	);
}

/** Writes to the organiser. */
export function MessageForm({ organiser, answer }: Props) {
	const { t } = useLingui();
	const form = useAnswer(answer, 'message');
	return (
		<section aria-labelledby="contact" className="flex flex-col gap-4 rounded-xl border bg-surface p-5">
			<h2 id="contact" className="text-lg font-semibold">
				<Trans>Contact</Trans>
			</h2>
			{answer?.isSent ? (
				<Callout tone="success" isUrgent>
					<Trans>Your message is on its way. The organiser replies to your email.</Trans>
				</Callout>
			) : (
				<Form method="post" action={`/organisers/${organiser.slug}`} errors={form.errors}>
					<input type="hidden" name="intent" value="message" />
					<TextField
						label={t`Name`}
						name="name"
						autoComplete="name"
						maxLength={100}
						defaultValue={form.typed.name}
						error={form.errorOf('name')}
						required
					/>
					<TextField
						label={t`Email`}
						id="contact-email"
						name="email"
						type="email"
						autoComplete="email"
						defaultValue={form.typed.email}
						error={form.errorOf('email')}
						required
					/>
					<TextArea
						label={t`Message`}
						name="text"
						rows={5}
						maxLength={4000}
						defaultValue={form.typed.text}
						error={form.errorOf('text')}
						required
					/>
					<Button type="submit" variant="outline" isLoading={form.isSending} className="self-start">
						<Trans>Send message</Trans>
					</Button>
				</Form>
			)}
		</section>
	);
}
