import { Plural, useLingui } from '@lingui/react/macro';
import { Callout } from '#app/ui/callout.tsx';
import type { Particular } from '#shared/rules/particulars.ts';
import { useBillReadiness } from '../api.ts';

/** Details that the operator has to enter before its bills can be issued, with a link to each field below; empty if complete. */
export function OperatorReadiness() {
	const { t } = useLingui();
	const { data } = useBillReadiness();
	if (!data || (data.missing.length === 0 && data.waiting === 0)) return null;
	const { missing, waiting } = data;
	const fields: Partial<Record<Particular, { name: string; label: string }>> = {
		name: { name: 'name', label: t`Name` },
		address: { name: 'address', label: t`Postal address` },
		countryCode: { name: 'countryCode', label: t`Country` },
		taxNumber: { name: 'taxNumber', label: t`Tax ID / VAT number` },
		taxReason: { name: 'taxNote', label: t`Why you charge no tax, as a note on taxes` },
	};
	return (
		<Callout
			tone={missing.length > 0 ? 'warning' : 'neutral'}
			title={
				missing.length > 0
					? t`Plan bills and fee invoices can’t be issued yet`
					: t`Some organisations still have to enter their address`
			}
		>
			{missing.length > 0 ? (
				<>
					<p>{t`The law of your country wants them to say:`}</p>
					<ul className="my-1 list-disc ps-5">
						{missing.map((field) => (
							<li key={field}>
								<a className="link" href={`#operator-${fields[field]?.name}`}>
									{fields[field]?.label}
								</a>
							</li>
						))}
					</ul>
					<p>{t`Payments and their tax are booked meanwhile.`}</p>
				</>
			) : null}
			{waiting > 0 ? (
				<p>
					<Plural value={waiting} one="# document is waiting." other="# documents are waiting." />
				</p>
			) : null}
		</Callout>
	);
}
