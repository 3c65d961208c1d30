"""The comparison with the floors: what each row is to be at most, and the table.

A target is a ratio, with one thread and with two: our best time through the best time of the floor. A floor may do what native code does not where it gives the bits
of the interpreter: multiply and add in one rounding, add in another order, divide by an estimate. The first two it may where it is to be fast (AG_FLOATING_POINT=fast),
in a column of its own. A floor is called with its outputs made; a call of a traced function finds its trace and makes its results, which is a third of what takes less than 0.1 µs.
Where a workload is that small, what is compared with the target is the time beyond a call: of the same function, with arrays of one element.
"""

from table import duration, show_rows

# workload, row of the floor -> the target; None: shown beside, for orientation
TARGETS = {
    ("W1", "rows_vpmulld"): 1.2,
    ("W2", "onednn_any"): 1.05,
    ("W3", "best"): 1.3,
    ("W4", "best"): 1.3,
    ("W5a", "select"): 1.15,
    ("W5b", "naive"): 0.5,
    ("W5b", "best"): None,
    ("W6_1e3", "best"): 1.15,
    ("W6_1e6", "best"): 1.15,
    ("W6_3e7", "best"): 1.15,
    ("W7_1e3", "best"): 1.15,
    ("W7_1e6", "best"): 1.15,
    ("W7_3e7", "best"): 1.15,
    ("W8", "libmvec"): 1.15,
    ("W8", "best"): 1.15,
    ("W9", "simd"): 1.5,
    ("W10a", "best"): 1.3,
    ("W10b", "fused"): 1.15,
    ("W11", "naive"): None,
    ("W11", "best"): 2.0,
    ("W12", "best"): 1.3,
    ("W12_textbook", "best"): None,
    ("W12_fixed_points", "best"): None,
    ("W13f", "best"): None,
    ("W14", "best"): 1.3,
    ("W15a", "best"): 1.5,
    ("W15c", "best"): 1.5,
    ("W15d", "best"): 1.5,
    ("W17", "best"): 1.2,
    ("W17_mix", "naive"): 1.2,
}


# Those that compute with floating-point numbers, where native code may be fast.
ROUNDED = ("W3", "W4", "W6", "W7", "W8", "W9", "W10a", "W10b", "W11", "W12", "W13f", "W14", "W15a", "W15c", "W15d", "M1", "M2", "M3", "M4")


def is_rounded(workload):
    return workload.split("_")[0] in ROUNDED


def comparisons(records):
    """One for each floor, of the records of a workload: its own and that of the compiled function with as many threads."""
    ours = {(record["workload"], record["threads"]): record for record in records if record["setting"] == "compiled"}
    fast = {(record["workload"], record["threads"]): record for record in records if record["setting"] == "compiled fast"}
    calls = {record["workload"]: record["best_s"] for record in records if record["setting"] == "call"}
    found = []
    for record in records:
        if not record["setting"].startswith("floor "):
            continue
        name, row, mine = record["workload"], record["setting"].removeprefix("floor "), ours[record["workload"], record["threads"]]
        target = TARGETS.get((name, row))
        ratio = mine["best_s"] / record["best_s"]
        beyond = (mine["best_s"] - calls[name]) / record["best_s"] if name in calls else None
        faster = fast.get((name, record["threads"]))
        fast_s = faster["best_s"] if faster else None
        found.append({"workload": name, "floor": row, "threads": record["threads"], "floor_best_s": record["best_s"], "floor_median_s": record["median_s"],
                      "best_s": mine["best_s"], "median_s": mine["median_s"], "ratio": ratio, "fast_best_s": fast_s, "fast_ratio": fast_s / record["best_s"] if fast_s else None,
                      "median_ratio": mine["median_s"] / record["median_s"], "call_s": calls.get(name), "ratio_beyond_call": beyond, "target": target,
                      "met": None if target is None else (ratio if beyond is None else beyond) <= target})
    return found


def verdict(one):
    if one["target"] is None:
        return ""
    if one["met"]:
        return "met"
    return "met if fast" if one["fast_ratio"] and one["fast_ratio"] <= one["target"] else "missed"


def show(found):
    rows = [["workload", "floor", "threads", "best", "median", "ours, best", "median", "ratio", "of medians", "beyond the call", "fast", "ratio", "target", ""]]
    for one in found:
        rows.append([one["workload"], one["floor"], str(one["threads"]), duration(one["floor_best_s"]), duration(one["floor_median_s"]),
                     duration(one["best_s"]), duration(one["median_s"]), f"{one['ratio']:.2f}", f"{one['median_ratio']:.2f}",
                     "" if one["ratio_beyond_call"] is None else f"{one['ratio_beyond_call']:.2f}",
                     duration(one["fast_best_s"]) if one["fast_best_s"] else "", f"{one['fast_ratio']:.2f}" if one["fast_ratio"] else "",
                     "" if one["target"] is None else f"≤ {one['target']:.2f}",
                     verdict(one)])
    show_rows(rows)
