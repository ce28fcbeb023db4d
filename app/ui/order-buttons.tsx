import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** Moves a row of a list up and down, and opens it for changes. */
export function OrderButtons(props: {
	/** The label of the row. */
	name: string;
	isFirst: boolean;
	isLast: boolean;
	onMove: (by: -1 | 1) => void;
	onEdit: () => void;
}) {
	const { t } = useLingui();
	const { name, onMove } = props;
	return (
		<>
			<IconButton
				icon={ArrowUp}
				aria-keyshortcuts="Alt+ArrowUp"
				label={t`Move ${name} up`}
				isDisabled={props.isFirst}
				onClick={() => onMove(-1)}
			/>
			<IconButton
				icon={ArrowDown}
				aria-keyshortcuts="Alt+ArrowDown"
				label={t`Move ${name} down`}
				isDisabled={props.isLast}
				onClick={() => onMove(1)}
			/>
			<Button variant="outline" size="sm" icon={Pencil} aria-label={t`Edit ${name}`} onClick={props.onEdit}>
				{t`Edit`}
			</Button>
		</>
	);
}
