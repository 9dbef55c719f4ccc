"""Print every figure beside its budget: python -m tests.bench"""

from tests.bench import bench_browsers, bench_requests, bench_rulebook, bench_server, bench_sums


def main():
    """Take the figures one after the other; nothing here judges a test run."""
    for module in (bench_requests, bench_sums, bench_rulebook, bench_server, bench_browsers):
        print(module.__doc__.splitlines()[0])
        for figure in module.take_figures():
            print(f"  {figure}", flush=True)


if __name__ == "__main__":
    main()
