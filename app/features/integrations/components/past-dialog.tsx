import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Connection } from '#shared/contracts/integrations.ts';
import { type PastType, pastLimits, pastTypes } from '#shared/rules/past-messages.ts';
import type { PastBody } from '../api.ts';
import { Types } from './types.tsx';

const dayMs = 24 * 3_600_000;
const spans = [1, 7, 30, 90, 365];

/** Sends a webhook what happened before: counts it first, and asks. */
export function PastDialog(props: {
	connection: Connection;
	onAsk: (body: PastBody) => Promise<{ count: number }>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { connection } = props;
	const offered = pastTypes.filter((type) => connection.types.includes(type));
	const [types, setTypes] = useState<PastType[]>(offered);
	/** What was counted, and how much it is; null after every change. */
	const [counted, setCounted] = useState<{ since: string; count: number } | null>(null);
	const form = useFormCall({
		labels: { types: t`Messages`, days: t`Of the last` },
		checks: { types: () => (types.length > 0 ? undefined : t`Choose at least one.`) },
		send: async ({ days = '30' }) => {
			if (counted) {
				await props.onAsk({ types, since: counted.since });
				return props.onClose();
			}
			const since = new Date(Date.now() - Number(days) * dayMs).toISOString();
			setCounted({ since, ...(await props.onAsk({ types, since, onlyCount: true })) });
		},
	});
	const count = counted?.count ?? 0;
	const isTooMany = count > pastLimits.messages;
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={t`Send past messages`}
			description={t`Fills a new webhook with past messages, in the background and with current data. Nothing is sent twice.`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>{t`Cancel`}</Button>
					<Button
						type="submit"
						form="past-messages"
						isLoading={form.isPending}
						isDisabled={offered.length === 0 || (counted !== null && (count === 0 || isTooMany))}
					>
						{count > 0 && !isTooMany ? (
							<Plural value={count} one="Send # message" other="Send # messages" />
						) : (
							t`Count messages`
						)}
					</Button>
				</>
			}
		>
			<Form id="past-messages" method="post" errors={form.summary} onSubmit={form.submit}>
				{offered.length === 0 ? (
					<Callout>{t`None of this webhook’s message types can be sent afterwards.`}</Callout>
				) : null}
				<Types
					offered={offered}
					types={types}
					onChange={(update) => {
						setTypes(update);
						setCounted(null);
					}}
					error={form.errorOf('types')}
				/>
				<Select
					label={t`Of the last`}
					name="days"
					defaultValue="30"
					onChange={() => setCounted(null)}
					error={form.errorOf('days')}
					options={spans.map((days) => ({
						value: String(days),
						label: days === 1 ? t`24 hours` : days === 365 ? t`Year` : t`${days} days`,
					}))}
				/>
				<p role="status" className="min-h-10 text-sm text-muted">
					{counted === null ? null : isTooMany ? (
						<Trans>
							That is more than {pastLimits.messages} messages. Choose fewer types or a shorter time.
						</Trans>
					) : (
						<Plural
							value={count}
							_0="There are no such messages in that time."
							one="This is # message. If the webhook was sent it before, it is left out."
							other="These are # messages. Those that the webhook was sent before are left out."
						/>
					)}
				</p>
			</Form>
		</Dialog>
	);
}
