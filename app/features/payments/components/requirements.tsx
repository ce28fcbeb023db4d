import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import type { PaymentAccount } from '#shared/contracts/payments.ts';
import { requirementText } from './requirement-texts.ts';

/** What the provider wants to know, each thing once, with its first deadline. */
export default function Requirements({ requirements }: Pick<PaymentAccount, 'requirements'>) {
	const { i18n } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const byText = Map.groupBy(requirements, ({ code }) => i18n._(requirementText(code)));
	return (
		<ul className="list-disc ps-5 text-sm">
			{[...byText].map(([text, same]) => {
				const [due] = same.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt])).sort();
				return (
					<li key={text}>
						{text}{' '}
						{due ? (
							<span className="text-muted">
								<Trans>Due by {formats.date(due, zone)}.</Trans>
							</span>
						) : null}
					</li>
				);
			})}
		</ul>
	);
}
