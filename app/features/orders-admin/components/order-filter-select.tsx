import { useLingui } from '@lingui/react/macro';
import { Select } from '#app/ui/select.tsx';
import { orderFilters } from '#shared/rules/order-money-state.ts';
import type { OrderListFilters } from '../api.ts';
import { stateLabels } from '../order-labels.ts';

/** Which orders the list shows, by how they and their money stand. */
export function OrderFilterSelect(props: {
	value: OrderListFilters['state'];
	onChange: (state: OrderListFilters['state']) => void;
}) {
	const { t, i18n } = useLingui();
	return (
		<Select
			label={t`Status`}
			isLabelHidden
			value={props.value}
			onChange={(change) => props.onChange(change.target.value as OrderListFilters['state'])}
			options={[
				{ value: '', label: t`All statuses` },
				...orderFilters.map((state) => ({ value: state, label: i18n._(stateLabels[state].label) })),
			]}
			className="basis-48 max-md:flex-1"
		/>
	);
}
