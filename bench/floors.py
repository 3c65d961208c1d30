"""The comparison with the floors: what each row is to be at most, and the table.

A target is a ratio: our best time through the best time of the floor. Where no rule of ours forbids what the floor does, it is
near one; a floor that multiplies and adds in one rounding, adds in another order, or divides by an estimate, has a larger one, since
results are the same in every executor here, to the bit. A floor is called with its outputs made; a call of a traced function finds its
trace and makes its results, so below CALL_S a ratio says nothing.
"""

from table import duration, show_rows

CALL_S = 100e-9  # the target for a call; what takes no longer meets its target

# workload, row of the floor -> the target; None: shown beside, for orientation
TARGETS = {
    ("W1", "rows_vpmulld"): 1.5,
    ("W3", "best"): 1.5,
    ("W4", "best"): 1.5,
    ("W5a", "select"): 1.2,
    ("W5b", "naive"): 1.2,
    ("W5b", "best"): None,
    ("W6_1e3", "best"): 1.5,
    ("W6_1e6", "best"): 1.2,
    ("W6_3e7", "best"): 1.2,
    ("W7_1e3", "best"): 2.0,
    ("W7_1e6", "best"): 1.2,
    ("W7_3e7", "best"): 1.2,
    ("W8", "libmvec"): 1.2,
    ("W8", "best"): 2.0,
    ("W9", "simd"): 1.5,
    ("W10a", "best"): 2.0,
    ("W10b", "fused"): 1.5,
    ("W12", "best"): 2.0,
    ("W17", "best"): 1.0,
    ("W17_mix", "naive"): 1.2,
}


def comparisons(records):
    """One for each floor, of the records of a workload: its own and that of the compiled function."""
    ours = {record["workload"]: record for record in records if record["setting"] == "compiled"}
    found = []
    for record in records:
        if not record["setting"].startswith("floor "):
            continue
        name, row, mine = record["workload"], record["setting"].removeprefix("floor "), ours[record["workload"]]
        target = TARGETS.get((name, row))
        ratio = mine["best_s"] / record["best_s"]
        found.append({"workload": name, "floor": row, "floor_best_s": record["best_s"], "floor_median_s": record["median_s"],
                      "best_s": mine["best_s"], "median_s": mine["median_s"], "ratio": ratio,
                      "median_ratio": mine["median_s"] / record["median_s"], "target": target,
                      "met": None if target is None else ratio <= target or mine["best_s"] <= CALL_S})
    return found


def show(found):
    rows = [["workload", "floor", "best", "median", "ours, best", "median", "ratio", "of medians", "target", ""]]
    for one in found:
        rows.append([one["workload"], one["floor"], duration(one["floor_best_s"]), duration(one["floor_median_s"]),
                     duration(one["best_s"]), duration(one["median_s"]), f"{one['ratio']:.2f}", f"{one['median_ratio']:.2f}",
                     "" if one["target"] is None else f"≤ {one['target']:.2f} or {duration(CALL_S)}",
                     "" if one["met"] is None else "met" if one["met"] else "missed"])
    show_rows(rows)
