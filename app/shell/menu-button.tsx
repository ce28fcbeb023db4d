import { Icon, type LucideIcon } from '#app/ui/icon.tsx';

/** A row of a menu that does something. */
export function MenuButton(props: {
	icon: LucideIcon;
	label: string;
	isDirectional?: boolean;
	onPress: () => void;
}) {
	return (
		<button
			type="button"
			onClick={props.onPress}
			className="flex min-h-11 w-full items-center gap-2 rounded-md px-3 text-start text-sm font-medium hover:bg-ink/6 md:min-h-9"
		>
			<Icon icon={props.icon} isDirectional={props.isDirectional} />
			{props.label}
		</button>
	);
}
