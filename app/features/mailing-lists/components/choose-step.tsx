import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { mostCountedFollowers } from '#shared/contracts/organisers.ts';
import { type MailingService, mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import type { ServiceList } from '../api.ts';
import { atFields } from '../service-form.ts';
import { Waiting } from './key-step.tsx';

/** The second step: which list, and what is sent to it. */
export function ChooseStep(props: {
	service: MailingService;
	lists: ServiceList[];
	followers: number | undefined;
	onBack: () => void;
	onChoose: (listId: string) => Promise<void>;
}) {
	const { t } = useLingui();
	const { service, lists, followers } = props;
	const { name } = mailingServiceFacts[service];
	const box = useRef<HTMLDivElement>(null);
	// The step before is gone with the button that was pressed.
	useEffect(() => {
		const first = box.current?.querySelector<HTMLElement>('input:checked, input') ?? box.current;
		first?.focus();
	}, []);
	const form = useFormCall({
		labels: { listId: t`List` },
		checks: { listId: (listId) => (listId ? undefined : t`Choose a list.`) },
		send: async ({ listId = '' }) => {
			try {
				await props.onChoose(listId);
			} catch (error) {
				throw atFields(error);
			}
		},
	});
	const back = (
		<Button variant="outline" onClick={props.onBack} isDisabled={form.isPending}>
			{t`Back`}
		</Button>
	);
	if (lists.length === 0)
		return (
			<div ref={box} tabIndex={-1} className="flex flex-col gap-5">
				<Callout tone="warning" title={t`No lists found`}>
					<Trans>This account at {name} has no lists that the key may see. Create one, then go back.</Trans>
				</Callout>
				<div className="flex justify-end">{back}</div>
			</div>
		);
	return (
		<div ref={box} tabIndex={-1}>
			<Form method="post" errors={form.summary} onSubmit={form.submit}>
				<RadioGroup
					name="listId"
					label={t`List`}
					defaultValue={lists.length === 1 ? lists[0]?.id : undefined}
					error={form.errorOf('listId')}
					options={lists.map(({ id, name: label, contacts }) => ({
						value: id,
						label: (
							<span dir="auto" className="[overflow-wrap:anywhere]">
								{label}
							</span>
						),
						description:
							contacts === null ? undefined : <Plural value={contacts} one="# contact" other="# contacts" />,
					}))}
				/>
				<Callout tone="info" title={t`What is sent to ${name}`}>
					<Trans>
						Email and name of followers who confirmed their consent; where {name} has fields for it, also the
						text they agreed to and when.
					</Trans>{' '}
					{followers === undefined ? null : followers === 0 ? (
						<Trans>There are no followers yet. They are added as they confirm.</Trans>
					) : followers >= mostCountedFollowers ? (
						<Trans>All followers are added now, later ones as they confirm.</Trans>
					) : (
						<Plural
							value={followers}
							one="# follower is added now, later ones as they confirm."
							other="# followers are added now, later ones as they confirm."
						/>
					)}
				</Callout>
				{form.isPending ? <Waiting service={service} /> : <span role="status" className="sr-only" />}
				<div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
					{back}
					<Button type="submit" isLoading={form.isPending}>{t`Connect`}</Button>
				</div>
			</Form>
		</div>
	);
}
