/** A list of chosen values with one of them chosen or not. */
export const toggled = <T>(chosen: readonly T[], value: T, isChosen: boolean): T[] =>
	isChosen ? [...chosen, value] : chosen.filter((one) => one !== value);
