/** Throws RangeError unless the options are ones that a run can follow. */
export function checkRunOptions({ maxSettled }) {
    if (maxSettled !== undefined && !(Number.isInteger(maxSettled) && maxSettled >= 0)) {
        throw new RangeError(`maxSettled is ${maxSettled}: it must be a whole number >= 0`);
    }
}
/** The agent size of each query, and the sizes that occur. Throws RangeError outside 1 .. 255. */
export function agentSizes(size, count) {
    const check = (s, name) => {
        if (Number.isInteger(s) && s >= 1 && s <= 255)
            return s;
        throw new RangeError(`${name} is ${s}: it must be a whole number from 1 to 255`);
    };
    if (size === undefined || typeof size === 'number') {
        const one = check(size ?? 1, 'agentSize');
        return { of: () => one, distinct: [one] };
    }
    if (size.length !== count) {
        throw new RangeError(`agentSize has ${size.length} entries, there are ${count} queries`);
    }
    const distinct = new Set();
    for (let i = 0; i < count; i++)
        distinct.add(check(size[i], `agentSize[${i}]`));
    return { of: (i) => size[i], distinct: [...distinct] };
}
//# sourceMappingURL=run-options.js.map